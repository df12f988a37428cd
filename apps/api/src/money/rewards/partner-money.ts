import type { PartnerStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit, type Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { hasMatured } from '../accruals/accrual-status.ts';
import { notifyReleasedAccruals } from '../money-messages.ts';

/** Statuses in which a partner is credited with leads and paid for them. */
const IN_STANDING: readonly PartnerStatus[] = ['active', 'invited'];

export const isInStanding = (status: PartnerStatus) => IN_STANDING.includes(status);

/**
 * Locks a partner's money until the transaction ends. Whoever changes accruals or payments takes this lock before any other of theirs:
 * what one partner has changes by one hand at a time.
 */
export const lockPartner = (trx: Db, organizationId: string, partnerId: string) =>
  cards(trx, organizationId).where('id', '=', partnerId).forNoKeyUpdate().executeTakeFirst();

/** The same for several, in the order of their ids: that of everybody who takes more than one. */
export const lockPartners = (trx: Db, organizationId: string, partnerIds: readonly string[]) =>
  cards(trx, organizationId)
    .where(sql<boolean>`id = any(${partnerIds}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

const cards = (trx: Db, organizationId: string) =>
  trx
    .selectFrom('partners')
    .select(['id', 'name', 'status', 'phone', 'email', 'min_payout_kop'])
    .select(['kind', 'last_name', 'first_name', 'father_name', 'company_name', 'inn', 'tax_residence'])
    .select(['contract_number', sql<string | null>`contract_date::text`.as('contract_day')])
    .where('organization_id', '=', organizationId);

/** Gives the transaction's statements a minute each: one may write a hundred thousand accruals, on a busy server. */
export const extendStatementTimeout = (trx: Db) => sql`set local statement_timeout = '60s'`.execute(trx);

/** Tells partners of their holds that are over and go into payments without being written off first. The partners are locked. */
export async function notifyMaturedHolds(
  trx: Db,
  organizationId: string,
  partnerIds: readonly string[],
  now: Date,
) {
  const matured = await trx
    .selectFrom('accruals as a')
    .select(['a.partner_id', sql<number>`sum(a.amount_kop)::bigint`.as('amount_kop')])
    .where('a.organization_id', '=', organizationId)
    .where(sql<boolean>`a.partner_id = any(${partnerIds}::uuid[])`)
    .where(hasMatured(now))
    .groupBy('a.partner_id')
    .execute();
  for (const { partner_id: partnerId, amount_kop } of matured)
    await notifyReleasedAccruals(trx, { organizationId, partnerId, amount_kop }, now);
}

/** Writes down that the partner's holds which are over are over, and tells the partner. The partner is locked. */
export async function releaseHolds(trx: Db, organizationId: string, partnerId: string, now: Date) {
  await extendStatementTimeout(trx);
  const released = await trx
    .with('released', (db) =>
      db
        .updateTable('accruals as a')
        .set({ status: 'available', updated_at: now })
        .where('a.organization_id', '=', organizationId)
        .where('a.partner_id', '=', partnerId)
        .where(hasMatured(now))
        .returning('a.amount_kop'),
    )
    .selectFrom('released')
    .select(sql<number>`coalesce(sum(amount_kop), 0)::bigint`.as('amount_kop'))
    .executeTakeFirstOrThrow();
  await notifyReleasedAccruals(trx, { organizationId, partnerId, ...released }, now);
}

/**
 * Brings together what belongs to one lead once a payment has given part of it back: all that no payment holds is checked when some of
 * it is, and nothing is when it adds up to a debt. The partner is locked.
 */
export async function alignClaims(
  trx: Db,
  { organizationId, partnerId }: { organizationId: string; partnerId: string },
  { actorId, requestId, at }: Cause,
) {
  const { rows } = await sql<{ id: string; from: string; to: string }>`
    with mixed as (
      select lead_id, case when sum(amount_kop) < 0 then null else min(review_reason) end as reason
      from accruals
      where organization_id = ${organizationId} and partner_id = ${partnerId} and lead_id is not null
        and status in ('review', 'available')
      group by lead_id having count(distinct status) > 1)
    update accruals a
    set status = case when m.reason is null then 'available' else 'review' end, review_reason = m.reason, updated_at = ${at}
    from mixed m
    where a.organization_id = ${organizationId} and a.partner_id = ${partnerId} and a.lead_id = m.lead_id
      and a.status = case when m.reason is null then 'review' else 'available' end
    returning a.id, case when m.reason is null then 'review' else 'available' end as "from", a.status as "to"`.execute(
    trx,
  );
  for (const { id, from, to } of rows) {
    await audit(trx, {
      organizationId,
      actorId,
      requestId,
      at,
      action: `accrual.${to}`,
      kind: 'accrual',
      objectId: id,
      diff: { from, to, reason: '' },
    });
  }
}
