import { randomUUIDv7 } from 'node:crypto';
import { type ReviewReason, type RewardRule, sumAmounts } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Cause } from '../../audit/index.ts';
import { type Clock, DAY_MS, dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { cancelAccruals, createAccrual } from './accruals.ts';
import { remainingBudget } from './budget.ts';
import type { ClaimSource } from './claim-source.ts';
import type { Partner } from './claim-state.ts';
import { periodInWords } from './explanations.ts';
import { isPayablePartner, lockPartner, releaseHolds } from './partner-money.ts';
import { computePeriod } from './period-sums.ts';
import { periodOf } from './periods.ts';

type Owner = Pick<ClaimSource, 'partner_id' | 'program_id' | 'time_zone'>;

type ChangedDays = Owner & {
  days: readonly (string | null | undefined)[];
  /** The rule of a deal that earns a reward. */
  rule?: RewardRule | undefined;
};

/**
 * Opens the periods of deals whose rule pays the reached step for the whole period, and has closed periods with a changed deal closed again after
 * the current one. The caller holds the locks of the partners.
 */
export async function notePeriods(
  trx: Db,
  organization_id: string,
  changes: readonly ChangedDays[],
  at: Date,
) {
  const changed = changes.flatMap(({ days, ...owner }) =>
    [...new Set(days)].flatMap((day) => (day ? [{ ...owner, day }] : [])),
  );
  const [one] = changed;
  if (one === undefined) return;
  const today = dayIn(at, one.time_zone);
  const keys = changed.map(({ partner_id, program_id, day }) => ({ partner_id, program_id, day }));
  await sql`
    update period_closes p
    set due_on = case p.period when 'month' then ${periodOf('month', today)?.next}::date
      when 'quarter' then ${periodOf('quarter', today)?.next}::date else ${periodOf('year', today)?.next}::date end
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as n (partner_id uuid, program_id uuid, day date)
    where p.organization_id = ${organization_id} and p.partner_id = n.partner_id and p.program_id = n.program_id
      and p.due_on is null and n.day >= p.starts_on and n.day < p.next_on`.execute(trx);
  for (const { partner_id, program_id, day, rule } of changed) {
    if (rule?.mode !== 'whole_period' || rule.period === 'life') continue;
    const range = periodOf(rule.period, day);
    if (range === null) continue;
    const dates = { starts_on: range.from, next_on: range.next, due_on: range.next };
    await trx
      .insertInto('period_closes')
      .values({
        organization_id,
        id: randomUUIDv7(),
        partner_id,
        program_id,
        period: rule.period,
        ...dates,
      })
      .onConflict((clash) => clash.doNothing())
      .execute();
  }
}

/** Maximum number of periods per call. */
const BATCH = 500;

/** Predicate: a period `p` is due on the day in the time zone of its organization `o`. The first condition lets the index find it. */
const isDue = (now: Date) => sql<boolean>`p.due_on <= ${dayIn(new Date(now.getTime() + DAY_MS), 'UTC')}::date
  and p.due_on <= (${now}::timestamptz at time zone o.time_zone)::date`;

/**
 * Closes the periods that ended in the time zone of their organizations, one per transaction. Several processes can run it concurrently: it skips
 * partners that another transaction has locked, and a closed period is not due.
 */
export async function closeDuePeriods(db: Db, clock: Clock): Promise<void> {
  const due = await db
    .selectFrom('period_closes as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.organization_id', 'p.id', 'p.partner_id'])
    .where(isDue(clock()))
    .orderBy('p.starts_on')
    .orderBy('p.id')
    .limit(BATCH)
    .execute();
  let failure: unknown;
  for (const period of due) {
    try {
      await db.transaction().execute((trx) => closePeriod(trx, period, clock()));
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
}

type Due = { organization_id: string; id: string; partner_id: string };
type Period = NonNullable<Awaited<ReturnType<typeof findDue>>>;

async function closePeriod(trx: Db, due: Due, at: Date) {
  const { organization_id: organizationId, id, partner_id } = due;
  const free = await trx
    .selectFrom('partners')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', partner_id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (free === undefined) return;
  const cause: Cause = { actorId: null, requestId: '', at };
  const partner = await lockPartner(trx, organizationId, partner_id, cause);
  const period = await findDue(trx, due, at);
  if (partner === undefined || period === undefined) return;
  await releaseHolds(trx, organizationId, [partner_id], at);
  const owner = { organizationId, partnerId: partner_id, programId: period.program_id };
  const sums = await computePeriod(trx, owner, period, period.calculation);
  await correctPeriod(trx, { period, partner, ...sums }, cause);
  await trx
    .updateTable('period_closes')
    .set({
      due_on: null,
      target_kop: sums.target_kop,
      calculation: JSON.stringify(sums.calculation),
      closed_at: at,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** The period if it is still due: another process may have closed it. */
const findDue = (trx: Db, { organization_id, id }: Due, at: Date) =>
  trx
    .selectFrom('period_closes as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .innerJoin('programs as program', (join) =>
      join
        .onRef('program.organization_id', '=', 'p.organization_id')
        .onRef('program.id', '=', 'p.program_id'),
    )
    .select(['p.organization_id', 'p.id', 'p.partner_id', 'p.program_id', 'p.period', 'p.closed_at'])
    .select(['p.calculation', 'program.budget_kop'])
    .select([sql<string>`p.starts_on::text`.as('from'), sql<string>`p.next_on::text`.as('next')])
    .where('p.organization_id', '=', organization_id)
    .where('p.id', '=', id)
    .where(isDue(at))
    .executeTakeFirst();

type Correction = { period: Period; partner: Partner } & Awaited<ReturnType<typeof computePeriod>>;

/** Creates the correction for the difference between a period and its new target. One that is still under review gives way to the new one. */
async function correctPeriod(
  trx: Db,
  { period, partner, target_kop, calculation, rates }: Correction,
  cause: Cause,
) {
  const { organization_id, partner_id, program_id } = period;
  const entries = await trx
    .selectFrom('accruals')
    .select(['id', 'amount_kop', 'status', 'review_reason'])
    .where('organization_id', '=', organization_id)
    .where('period_close_id', '=', period.id)
    .where('status', '<>', 'canceled')
    .execute();
  if (target_kop === sumAmounts(entries)) return;
  const reviewed = entries.filter(({ status }) => status === 'review');
  const ids = reviewed.map(({ id }) => id);
  await cancelAccruals(trx, organization_id, ids, 'Период пересчитан', cause);
  const delta_kop = target_kop - sumAmounts(entries.filter(({ status }) => status !== 'review'));
  if (delta_kop === 0) return;
  const review_reason = await reviewReason(trx, { period, partner, delta_kop, reviewed });
  await createAccrual(
    trx,
    {
      organization_id,
      partner_id,
      program_id,
      lead_id: null,
      period_close_id: period.id,
      reward_id: null,
      kind: 'correction',
      amount_kop: delta_kop,
      explanation: periodInWords(period, { ...calculation, ...rates, delta_kop }),
      status: review_reason === null ? 'available' : 'review',
      review_reason,
      hold_until: null,
      created_by: null,
    },
    cause,
  );
}

type Reviewed = Pick<Correction, 'period' | 'partner'> & {
  delta_kop: number;
  reviewed: readonly { review_reason: ReviewReason | null }[];
};

/** A debt is always available. A review by an employee continues. */
async function reviewReason(
  trx: Db,
  { period, partner, delta_kop, reviewed }: Reviewed,
): Promise<ReviewReason | null> {
  if (delta_kop < 0) return null;
  if (reviewed.some(({ review_reason }) => review_reason === 'manual')) return 'manual';
  if (!isPayablePartner(partner.status)) return 'partner_inactive';
  const { organization_id: organizationId, program_id: programId, budget_kop } = period;
  return delta_kop > (await remainingBudget(trx, { organizationId, programId }, budget_kop))
    ? 'budget'
    : null;
}
