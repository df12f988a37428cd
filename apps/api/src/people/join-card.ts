import type { PartnerStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit } from '../audit/index.ts';
import type { Db } from '../platform/db/db.ts';

type CardJoin = {
  organizationId: string;
  partnerId: string;
  userId: string;
  from: PartnerStatus;
  to: PartnerStatus;
  requestId: string;
  at: Date;
};

/** Records the changed card of a partner for webhooks, in the transaction of the change. The partners module implements it. */
export type RecordPartner = (
  trx: Db,
  card: { organizationId: string; partnerId: string },
  at: Date,
) => Promise<void>;

/** Locks a card until the transaction ends, so that changes of its links and its user are serialized. */
export const lockCard = (trx: Db, organizationId: string, id: string) =>
  trx
    .selectFrom('partners')
    .select(['status', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Links a partner's card with its user and writes an audit entry. The caller holds the lock of the card. */
export async function joinCard(trx: Db, join: CardJoin) {
  const { organizationId, partnerId, userId, from, to, requestId, at } = join;
  await trx
    .updateTable('partners')
    .set({ user_id: userId, status: to, updated_at: at, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', partnerId)
    .execute();
  await audit(trx, {
    ...{ organizationId, requestId, at, actorId: userId, action: 'partner.join' },
    ...{ kind: 'partner', objectId: partnerId },
    diff: from === to ? { changed: ['sign_in'] } : { from, to },
  });
}
