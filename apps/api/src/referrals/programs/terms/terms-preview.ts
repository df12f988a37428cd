import {
  capForPartner,
  type RewardRule,
  type StepPeriod,
  type TermsPreview,
  type TermsPreviewRequest,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Period } from '../../../database/figures/periods.ts';
import { isNewClient } from '../../../database/rules/new-clients.ts';
import { computeTarget, earnsReward, hasSteps, isReturned, toSaleClient } from '../../../money/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { dayOf, inDateRange, joinConditions } from '../../../platform/db/lists/conditions.ts';
import { invalid, noSuchObject } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { enrollmentsRepo } from '../enrollments.repo.ts';
import { checkReward, ruleOfReward } from '../program-draft.ts';
import { programsRepo } from '../programs.repo.ts';
import { countRewardedBefore, earnedBefore, sumBefore } from './before-preview.ts';
import { groupsRepo } from './groups.repo.ts';
import { readSalesByDay } from './preview-sales.ts';

/**
 * Compares the earnings of the leads and later sales of the last full quarter with their earnings by another reward. They are those of the group, of the
 * enrollment, or those of the program without a group or personal terms.
 */
export async function previewTerms(
  db: Db,
  clock: Clock,
  staff: Staff,
  programId: string,
  { reward, group, enrollment, ...request }: TermsPreviewRequest,
): Promise<TermsPreview> {
  const program = await programsRepo(db).find(staff, programId, clock());
  if (program === undefined) throw noSuchObject();
  const event = request.reward_event ?? program.reward_event;
  checkReward(reward, event);
  const { organizationId } = staff;
  await checkScope(db, organizationId, programId, { group, enrollment });

  const period = await lastQuarter(db, organizationId, clock());
  const rule = ruleOfReward(reward);
  const isStepped = hasSteps(rule);
  const start = { organizationId, programId, from: period.from };
  const before = isStepped ? await sumBefore(db, start, rule) : await countRewardedBefore(db, start);
  const earned = await earnedBefore(db, start, rule);
  const limit = limitEarnings.bind(null, rule, earned);
  const total = { leads: 0, before_kop: 0, after_kop: 0 };
  const partners = new Set<string>();
  const leads = { period, group, enrollment, withClients: rule.lines !== null };
  const isWhole = rule.mode === 'whole_period';
  const sales = await readSalesByDay(
    db,
    { organizationId, programId, group, enrollment },
    period,
    rule,
    event,
  );
  for (const { partner_id, before_kop } of sales.former) {
    partners.add(partner_id);
    total.before_kop += before_kop;
  }
  const rewardSales = (until?: string) => {
    for (const sale of sales.before(until)) {
      const after = limit(sale, sale.dueAfter(before.get(keyOf(rule, sale)) ?? 0));
      if (after === 0) continue;
      if (isStepped && !isWhole) count(before, rule, sale);
      partners.add(sale.partner_id);
      total.after_kop += after;
    }
  };
  if (isWhole)
    for await (const lead of readLeads(db, organizationId, programId, leads))
      if (earnsReward(lead.status, event)) count(before, rule, lead);
  for await (const lead of readLeads(db, organizationId, programId, leads)) {
    rewardSales(lead.day);
    const position = before.get(keyOf(rule, lead)) ?? 0;
    const dueKop = computeTarget(rule, event, {
      ...lead,
      deal_amount_kop: lead.deal_amount_kop ?? 0,
      rewarded_before: isStepped ? position : (lead.rewarded_before ?? position),
      product: lead.product ?? '',
      client: toSaleClient(lead.client_is_new),
      link: lead.link_id,
      month: 1,
    });
    const after = limit(lead, dueKop);
    if (after > 0 && !isWhole) count(before, rule, lead);
    if (after === 0 && lead.target_kop === 0) continue;
    partners.add(lead.partner_id);
    total.leads += 1;
    total.before_kop += lead.target_kop;
    total.after_kop += after;
  }
  rewardSales();
  return { ...period, partners: partners.size, ...total };
}

/** Returns what the cap per partner leaves of a reward, and adds it to what the partner earned in the period of the cap. */
function limitEarnings(
  rule: Pick<RewardRule, 'cap_per_partner_kop' | 'cap_period'>,
  earned: Map<string, number>,
  counted: Pick<Counted, 'partner_id' | 'month'>,
  due_kop: number,
): number {
  const key = keyOf({ period: rule.cap_period }, counted);
  const earned_kop = earned.get(key) ?? 0;
  const kop = capForPartner(rule, { due_kop, earned_kop });
  earned.set(key, earned_kop + kop);
  return kop;
}

type Steps = Pick<RewardRule, 'measure' | 'period'>;
type Counted = {
  partner_id: string;
  month: string;
  deal_amount_kop: number | null;
  refunded_kop: number;
};

/** Months start again within the quarter. */
const keyOf = (
  { period }: { period: StepPeriod | null },
  { partner_id, month }: Pick<Counted, 'partner_id' | 'month'>,
) => (period === 'month' ? `${partner_id} ${month}` : partner_id);

/** Adds a rewarded lead to what its partner had. */
function count(before: Map<string, number>, steps: Steps, lead: Counted) {
  const paid_kop = lead.deal_amount_kop ?? 0;
  const { refunded_kop } = lead;
  const amount =
    steps.measure === 'turnover' ? paid_kop - refunded_kop : Number(!isReturned({ paid_kop, refunded_kop }));
  const key = keyOf(steps, lead);
  before.set(key, (before.get(key) ?? 0) + amount);
}

type Scope = { group: string | undefined; enrollment: string | undefined };

async function checkScope(db: Db, organizationId: string, programId: string, { group, enrollment }: Scope) {
  if (group !== undefined) {
    const found = await groupsRepo(db, organizationId).find(group);
    if (found?.program_id !== programId) throw invalid({ group: ['Группа не найдена.'] });
  }
  if (enrollment !== undefined) {
    const found = await enrollmentsRepo(db).find(organizationId, enrollment);
    if (found?.program_id !== programId) throw invalid({ enrollment: ['Партнер не участвует в программе.'] });
  }
}

/** The last full quarter in the time zone of the organization. */
async function lastQuarter(db: Db, organizationId: string, now: Date): Promise<Period> {
  const quarter = sql`date_trunc('quarter', ${dayOf(now)}::timestamp)`;
  return db
    .selectFrom('organizations as o')
    .select([
      sql<string>`(${quarter} - interval '3 months')::date::text`.as('from'),
      sql<string>`(${quarter} - interval '1 day')::date::text`.as('to'),
    ])
    .where('o.id', '=', organizationId)
    .executeTakeFirstOrThrow();
}

/** Number of leads in memory at a time. */
const BATCH = 5000;

type Preview = Scope & {
  period: Period;
  /** Also finds out which clients had bought nothing before: lines of a rule need it. */
  withClients: boolean;
};

/** Reads the leads of the period with a partner in batches, in the order in which they came. */
async function* readLeads(db: Db, organizationId: string, programId: string, preview: Preview) {
  for (let after = 0; ; ) {
    const leads = await findLeads(db, organizationId, programId, { ...preview, after });
    yield* leads;
    const last = leads.at(-1);
    if (last === undefined || leads.length < BATCH) return;
    after = last.number;
  }
}

const CLIENT = {
  organizationId: sql.ref('l.organization_id'),
  clientId: sql.ref('s.client_id'),
  leadId: sql.ref('l.id'),
};

/** A batch of the leads after a number. */
const findLeads = (
  db: Db,
  organizationId: string,
  programId: string,
  { period, group, enrollment, withClients, after }: Preview & { after: number },
) =>
  db
    .selectFrom('leads as l')
    .innerJoin('organizations as o', 'o.id', 'l.organization_id')
    .innerJoin('enrollments as e', (join) =>
      join
        .onRef('e.organization_id', '=', 'l.organization_id')
        .onRef('e.program_id', '=', 'l.program_id')
        .onRef('e.partner_id', '=', 'l.partner_id'),
    )
    .leftJoin('reward_rules as r', (join) =>
      join.onRef('r.organization_id', '=', 'l.organization_id').onRef('r.id', '=', 'l.reward_rule_id'),
    )
    .leftJoin('claims as c', (join) =>
      join.onRef('c.organization_id', '=', 'l.organization_id').onRef('c.id', '=', 'l.id'),
    )
    .leftJoin('sales as s', (join) =>
      join.onRef('s.organization_id', '=', 'l.organization_id').onRef('s.lead_id', '=', 'l.id'),
    )
    .select([
      sql<string>`to_char(l.created_at at time zone o.time_zone, 'YYYY-MM')`.as('month'),
      sql<string>`to_char(l.created_at at time zone o.time_zone, 'YYYY-MM-DD')`.as('day'),
    ])
    .select([
      's.vat_kop',
      's.product',
      'l.link_id',
      sql<number>`coalesce(s.refunded_kop, 0)`.as('refunded_kop'),
    ])
    .select((withClients ? isNewClient(CLIENT) : sql<boolean>`true`).as('client_is_new'))
    .select([
      'l.number',
      'e.partner_id',
      'l.status',
      'l.deal_amount_kop',
      'c.rewarded_before',
      'c.manual_cap_kop',
    ])
    .select(sql<number>`coalesce(c.target_kop, 0)`.as('target_kop'))
    .where('l.organization_id', '=', organizationId)
    .where('l.program_id', '=', programId)
    .where('l.number', '>', after)
    .where(joinConditions(inDateRange(sql`l.created_at`, period.from, period.to)))
    // The deal of an attached client is rewarded by the rule of its attachment.
    .where(
      sql<boolean>`not exists (
        select from attachments a where a.organization_id = s.organization_id and a.id = s.attachment_id
          and s.canceled_at is null and a.lead_id is distinct from l.id)`,
    )
    .$if(group !== undefined, (query) => query.where('e.group_id', '=', group ?? ''))
    .$if(enrollment !== undefined, (query) => query.where('e.id', '=', enrollment ?? ''))
    .$if(group === undefined && enrollment === undefined, (query) => query.where('r.label', '=', ''))
    .orderBy('l.number')
    .limit(BATCH)
    .execute();
