import { computeCommission, computeKept } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { formatRubles } from '../../platform/russian-format.ts';

/** A reward of a former tier position, and the amount for its current one. */
type KeptTier = {
  organization: string;
  partner: string;
  program: string;
  number: number;
  former: number;
  tier_position: number;
  sum_kop: number;
  due_kop: number;
  paid_kop: number;
};

async function keptTiers(db: Db): Promise<KeptTier[]> {
  const rows = await db
    .selectFrom('claims as c')
    .innerJoin('leads as l', (join) =>
      join.onRef('l.organization_id', '=', 'c.organization_id').onRef('l.id', '=', 'c.id'),
    )
    .innerJoin('reward_rules as r', (join) =>
      join.onRef('r.organization_id', '=', 'l.organization_id').onRef('r.id', '=', 'l.reward_rule_id'),
    )
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'c.organization_id').onRef('card.id', '=', 'c.partner_id'),
    )
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'c.organization_id').onRef('p.id', '=', 'c.program_id'),
    )
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select(['r.kind', 'r.fixed_kop', 'r.percent_bps', 'r.tiers', 'r.cap_per_lead_kop'])
    .select(['r.applies_to', 'r.applies_to_limit', 'r.base', 'r.cap_per_client_kop', 'r.lines'])
    .leftJoin('sales as s', (join) =>
      join.onRef('s.organization_id', '=', 'c.organization_id').onRef('s.lead_id', '=', 'c.id'),
    )
    .select(
      sql<number>`case when l.status = 'won' then coalesce(s.refunded_kop, 0) else 0 end`.as('refunded_kop'),
    )
    .select('s.vat_kop')
    .select(['o.name as organization', 'card.name as partner', 'p.name as program', 'l.number'])
    .select(['l.deal_amount_kop', 'c.target_kop as sum_kop', 'c.manual_cap_kop'])
    .select(['c.former_rewarded_before as former', 'c.rewarded_before as tier_position'])
    .select(
      sql<number>`(select coalesce(sum(a.amount_kop), 0)::bigint from accruals a
        where a.organization_id = c.organization_id and a.claim_id = c.id and a.status = 'paid')`.as(
        'paid_kop',
      ),
    )
    .where('c.former_rewarded_before', 'is not', null)
    .orderBy('o.name')
    .orderBy('o.id')
    .orderBy('l.number')
    .execute();
  return rows.flatMap(({ former, tier_position, deal_amount_kop, refunded_kop, manual_cap_kop, ...row }) => {
    if (former === null || tier_position === null) return [];
    const amount_kop = deal_amount_kop ?? 0;
    const commission = computeCommission(row, {
      deal_amount_kop: amount_kop,
      rewarded_before: tier_position,
    });
    const due = computeKept(commission, { refunded_kop, amount_kop });
    return [{ ...row, former, tier_position, due_kop: Math.min(due, manual_cap_kop ?? due) }];
  });
}

const difference = (kop: number) => `${kop > 0 ? '+' : ''}${formatRubles(kop)}`;

const formatLine = ({ organization, partner, program, number, ...reward }: KeptTier) =>
  `${organization}, ${partner}, «${program}», Л-${number}: ${formatRubles(reward.sum_kop)} за ${reward.former + 1}-й лид, ` +
  `по условиям ${formatRubles(reward.due_kop)} за ${reward.tier_position + 1}-й, разница ${difference(reward.due_kop - reward.sum_kop)}, ` +
  `выплачено ${formatRubles(reward.paid_kop)}\n`;

/**
 * Returns a text that lists the rewards whose tier differs from the tier of their tier position, with the sum that the rule gives. It changes
 * nothing: these rewards keep their sums until they are undone.
 */
export async function tierReport(db: Db): Promise<string> {
  const rewards = (await keptTiers(db)).filter(({ sum_kop, due_kop }) => sum_kop !== due_kop);
  if (rewards.length === 0) return 'Все вознаграждения соответствуют условиям программ.\n';
  const total = rewards.reduce((sum, { sum_kop, due_kop }) => sum + due_kop - sum_kop, 0);
  return `${rewards.map(formatLine).join('')}Итого: вознаграждений ${rewards.length}, разница ${difference(total)}. Ничего не изменено.\n`;
}
