import { findTier, type RewardRule, sumAmounts } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { isNewClient } from '../../database/rules/new-clients.ts';
import type { PeriodCalculation } from '../../database/tables/claims.ts';
import type { Db } from '../../platform/db/db.ts';
import { dueOfLead } from './lead-due.ts';
import { inPeriod } from './periods.ts';
import { countedTurnover, isReturned } from './steps.ts';

type Of = { organizationId: string; partnerId: string; programId: string };
type Range = { from: string; next: string; period: RewardRule['period'] };
type Tier = NonNullable<ReturnType<typeof findTier>>;
type Counted = Awaited<ReturnType<typeof readCounted>>[number];
type Rule = Counted['rule'] & object;

/**
 * Returns the difference between what the deals of a period are worth at the steps that it reached and what their claims have earned. Deals whose
 * rule does not pay the whole period count, and keep their pay. `former` is the calculation of the last close: the rates that changed since then.
 */
export async function computePeriod(trx: Db, of: Of, range: Range, former: PeriodCalculation | null) {
  const counted = await readCounted(trx, of, range);
  const { deals, turnover_kop } = sumCounted(counted);
  const rates = { before: new Set<Tier>(), after: new Set<Tier>() };
  const rules = wholeRules(counted, range).map((rule) => {
    const reached = rule.measure === 'count' ? deals : turnover_kop;
    const own = counted.filter((claim) => claim.rule?.id === rule.id);
    const worth = own.map((claim) => ({ ...claim, after_kop: worthOf(claim, rule, reached) }));
    const closed = former?.rules.find(({ reward_rule_id }) => reward_rule_id === rule.id);
    const starts = closed
      ? [closed.reached]
      : worth
          .filter(({ after_kop, target_kop }) => after_kop !== target_kop)
          .map((claim) => claim.kept_before);
    addRates(rates, rule, { starts, reached });
    const before_kop = worth.reduce((sum, claim) => sum + claim.target_kop, 0);
    const after_kop = worth.reduce((sum, claim) => sum + claim.after_kop, 0);
    return { reward_rule_id: rule.id, deals: own.length, reached, before_kop, after_kop };
  });
  const calculation: PeriodCalculation = { deals, turnover_kop, rules };
  const target_kop = sumAmounts(
    rules.map(({ before_kop, after_kop }) => ({ amount_kop: after_kop - before_kop })),
  );
  return { target_kop, calculation, rates: { before: [...rates.before], after: [...rates.after] } };
}

const sumCounted = (counted: readonly Counted[]) => ({
  deals: counted.filter(({ lead, isReturned }) => lead !== null && !isReturned).length,
  turnover_kop: counted.reduce((sum, claim) => sum + claim.turnover_kop, 0),
});

/** Returns the deals or the turnover of a period so far, by the measure of a rule that pays the whole period. */
export async function reachedIn(trx: Db, of: Of, range: Range, measure: RewardRule['measure']) {
  const { deals, turnover_kop } = sumCounted(await readCounted(trx, of, range));
  return measure === 'count' ? deals : turnover_kop;
}

/** The rules of the deals of a period that pay the step of the whole period. */
const wholeRules = (counted: readonly Counted[], { period }: Range) => [
  ...new Map(
    counted.flatMap(({ rule }) =>
      rule?.mode === 'whole_period' && rule.period === period ? [[rule.id, rule] as const] : [],
    ),
  ).values(),
];

function worthOf({ lead, claim, sale }: Counted, rule: Rule, reached: number): number {
  if (lead === null) return 0;
  const place = { rewarded_before: null, step_before: reached };
  const { dueKop } = dueOfLead(lead, { rule, claim, sale, place });
  return Math.min(dueKop, claim.manual_cap_kop ?? dueKop);
}

function addRates(
  rates: { before: Set<Tier>; after: Set<Tier> },
  { tiers }: Rule,
  { starts, reached }: { starts: readonly number[]; reached: number },
) {
  const after = findTier(tiers, reached);
  for (const start of starts) {
    const before = findTier(tiers, start);
    if (before === undefined || after === undefined || before === after) continue;
    rates.before.add(before);
    rates.after.add(after);
  }
}

const CLIENT = {
  organizationId: sql.ref('k.organization_id'),
  clientId: sql.ref('s.client_id'),
  leadId: sql.ref('k.lead_id'),
};

const findCounted = (trx: Db, { organizationId, partnerId, programId }: Of, range: Range) =>
  trx
    .selectFrom('claims as k')
    .leftJoin('leads as l', (join) =>
      join.onRef('l.organization_id', '=', 'k.organization_id').onRef('l.id', '=', 'k.lead_id'),
    )
    .leftJoin('sales as s', (join) =>
      join
        .onRef('s.organization_id', '=', 'k.organization_id')
        .on((where) =>
          where.or([
            where('s.id', '=', where.ref('k.sale_id')),
            where('s.lead_id', '=', where.ref('k.lead_id')),
          ]),
        ),
    )
    .select(['k.step_before', 'k.target_kop', 'k.manual_cap_kop'])
    .select(['l.status', 'l.reward_event', 'l.reward_rule_id', 'l.deal_amount_kop', 'l.link_id'])
    .select(['s.amount_kop', 's.vat_kop', 's.product'])
    .select([
      sql<number>`${countedTurnover}::bigint`.as('turnover_kop'),
      sql<number>`coalesce(s.refunded_kop, 0)`.as('refunded_kop'),
      isNewClient(CLIENT).as('client_is_new'),
    ])
    .where('k.organization_id', '=', organizationId)
    .where('k.partner_id', '=', partnerId)
    .where('k.program_id', '=', programId)
    .where(inPeriod(range))
    .orderBy('k.created_at')
    .orderBy('k.id')
    .execute();

const findRules = async (trx: Db, organizationId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : trx
        .selectFrom('reward_rules')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', 'in', ids)
        .execute();

/** The rewarded deals of a period with their rules, and its rewarded later sales without a lead. */
async function readCounted(trx: Db, of: Of, range: Range) {
  const rows = await findCounted(trx, of, range);
  const ids = [...new Set(rows.flatMap(({ reward_rule_id }) => reward_rule_id ?? []))];
  const rules = await findRules(trx, of.organizationId, ids);
  return rows.map(({ status, reward_event, reward_rule_id, deal_amount_kop, link_id, ...row }) => ({
    rule: rules.find(({ id }) => id === reward_rule_id) ?? null,
    lead:
      status === null || reward_event === null ? null : { status, reward_event, deal_amount_kop, link_id },
    claim: { manual_cap_kop: row.manual_cap_kop, former_rewarded_before: null },
    sale:
      row.product === null
        ? undefined
        : {
            product: row.product,
            vat_kop: row.vat_kop,
            refunded_kop: row.refunded_kop,
            client_is_new: row.client_is_new,
          },
    isReturned: isReturned({ paid_kop: row.amount_kop ?? 0, refunded_kop: row.refunded_kop }),
    turnover_kop: Number(row.turnover_kop),
    target_kop: row.target_kop,
    kept_before: row.step_before ?? 0,
  }));
}
