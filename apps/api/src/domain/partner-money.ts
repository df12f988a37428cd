import type { PartnerStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { hasMatured } from './accrual-status.ts';

/** Statuses in which a partner is credited with leads and paid for them. */
const IN_STANDING: readonly PartnerStatus[] = ['active', 'invited'];

export const isInStanding = (status: PartnerStatus) => IN_STANDING.includes(status);

/**
 * Locks a partner's money until the transaction ends. Whoever changes accruals or payments takes this lock before any other of theirs:
 * what one partner has changes by one hand at a time.
 */
export const lockPartner = (trx: Db, organizationId: string, partnerId: string) =>
  trx
    .selectFrom('partners')
    .select(['id', 'name', 'status', 'phone', 'email', 'min_payout_kop'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', partnerId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Gives the transaction's statements a minute each: one may write a hundred thousand accruals, on a busy server. */
export const giveTime = (trx: Db) => sql`set local statement_timeout = '60s'`.execute(trx);

/** Writes down that the partner's holds which are over are over. The partner is locked. */
export async function releaseHolds(trx: Db, organizationId: string, partnerId: string, now: Date) {
  await giveTime(trx);
  await trx
    .updateTable('accruals as a')
    .set({ status: 'available', updated_at: now })
    .where('a.organization_id', '=', organizationId)
    .where('a.partner_id', '=', partnerId)
    .where(hasMatured(now))
    .execute();
}
