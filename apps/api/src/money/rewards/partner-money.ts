import type { PartnerStatus } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { type Author, audit, type Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { recordAccruals } from '../accruals/accrual-events.ts';
import { hasMatured } from '../accruals/accrual-status.ts';
import { notifyReleasedAccruals } from '../money-messages.ts';

/** Statuses in which a partner receives leads and payments. */
const PAYABLE_STATUSES: readonly PartnerStatus[] = ['active', 'invited'];

export const isPayablePartner = (status: PartnerStatus) => PAYABLE_STATUSES.includes(status);

export type PartnerCard = Awaited<ReturnType<typeof lockPartners>>[number];

/**
 * Locks the money of a partner until the transaction ends. Every change of accruals or payments takes this lock first, so changes for one
 * partner are serialized. Moves of accruals in this transaction name the author. Returns undefined for an unknown partner.
 */
export async function lockPartner(trx: Db, organizationId: string, partnerId: string, author: Author) {
  await setAuthor(trx, author);
  return cards(trx, organizationId).where('id', '=', partnerId).forNoKeyUpdate().executeTakeFirst();
}

/** Locks several partners in the order of their ids. All transactions use this order, which prevents deadlocks. */
export const lockPartners = (
  trx: Db,
  organizationId: string,
  partnerIds: readonly string[],
  author: Author,
) => lockCards(trx, organizationId, sql`${partnerIds}::uuid[]`, author);

/** Locks the partners of payments in the order of their ids. */
export const lockPartnersOfPayments = (
  trx: Db,
  organizationId: string,
  payments: readonly string[],
  author: Author,
) =>
  lockCards(
    trx,
    organizationId,
    sql`array(
      select partner_id from payments where organization_id = ${organizationId} and id = any(${payments}::uuid[]))`,
    author,
  );

async function lockCards(trx: Db, organizationId: string, partnerIds: RawBuilder<unknown>, author: Author) {
  await setAuthor(trx, author);
  return cards(trx, organizationId)
    .where(sql<boolean>`id = any(${partnerIds})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Sets who makes the changes of the rest of the transaction. The trigger of accruals writes it to their moves. */
const setAuthor = (trx: Db, { actorId, requestId }: Author) =>
  sql`select set_config('app.actor', ${actorId ?? ''}, true), set_config('app.request', ${requestId}, true)`.execute(
    trx,
  );

const cards = (trx: Db, organizationId: string) =>
  trx
    .selectFrom('partners')
    .select(['id', 'name', 'status', 'phone', 'email', 'min_payout_kop'])
    .select(['kind', 'last_name', 'first_name', 'father_name', 'company_name', 'inn', 'tax_residence'])
    .select(['contract_number', sql<string | null>`contract_date::text`.as('contract_day')])
    .where('organization_id', '=', organizationId);

/** Sets the statement timeout of the transaction to a minute: a statement can write a hundred thousand accruals on a busy server. */
export const extendStatementTimeout = (trx: Db) => sql`set local statement_timeout = '60s'`.execute(trx);

/** Notifies partners of ended holds that enter payments without `releaseHolds`, and records them for webhooks. The caller holds the locks of the partners. */
export async function notifyMaturedHolds(
  trx: Db,
  organizationId: string,
  partnerIds: readonly string[],
  now: Date,
) {
  const matured = await trx
    .selectFrom('accruals as a')
    .select(['a.partner_id', sql<number>`sum(a.amount_kop)::bigint`.as('amount_kop')])
    .select(sql<string[]>`array_agg(a.id)`.as('ids'))
    .where('a.organization_id', '=', organizationId)
    .where(sql<boolean>`a.partner_id = any(${partnerIds}::uuid[])`)
    .where(hasMatured(now))
    .groupBy('a.partner_id')
    .execute();
  await notifyReleasedAccruals(trx, organizationId, matured, now);
  const ids = matured.flatMap((partner) => partner.ids);
  await recordAccruals(trx, 'accrual.released', organizationId, ids, now);
}

/** Marks the ended holds of partners as available, notifies the partners and records them for webhooks. The caller holds the locks of the partners. */
export async function releaseHolds(
  trx: Db,
  organizationId: string,
  partnerIds: readonly string[],
  now: Date,
) {
  await extendStatementTimeout(trx);
  const released = await trx
    .with('released', (db) =>
      db
        .updateTable('accruals as a')
        .set({ status: 'available', updated_at: now })
        .where('a.organization_id', '=', organizationId)
        .where(sql<boolean>`a.partner_id = any(${[...new Set(partnerIds)]}::uuid[])`)
        .where(hasMatured(now))
        .returning(['a.id', 'a.partner_id', 'a.amount_kop']),
    )
    .selectFrom('released')
    .select(['partner_id', sql<number>`sum(amount_kop)::bigint`.as('amount_kop')])
    .select(sql<string[]>`array_agg(id)`.as('ids'))
    .groupBy('partner_id')
    .execute();
  await notifyReleasedAccruals(trx, organizationId, released, now);
  const ids = released.flatMap((partner) => partner.ids);
  await recordAccruals(trx, 'accrual.released', organizationId, ids, now);
}

/**
 * Gives the unreserved accruals of each claim one status after a payment releases some of them: all go to review when one is in review, and
 * all become available when their sum is negative. The caller holds the lock of the partner.
 */
export async function alignClaims(
  trx: Db,
  { organizationId, partnerId }: { organizationId: string; partnerId: string },
  { actorId, requestId, at }: Cause,
) {
  const { rows } = await sql<{ id: string; from: string; to: string }>`
    with mixed as (
      select claim_id, case when sum(amount_kop) < 0 then null else min(review_reason) end as reason
      from accruals
      where organization_id = ${organizationId} and partner_id = ${partnerId} and claim_id is not null
        and status in ('review', 'available')
      group by claim_id having count(distinct status) > 1)
    update accruals a
    set status = case when m.reason is null then 'available' else 'review' end, review_reason = m.reason, updated_at = ${at}
    from mixed m
    where a.organization_id = ${organizationId} and a.partner_id = ${partnerId} and a.claim_id = m.claim_id
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
