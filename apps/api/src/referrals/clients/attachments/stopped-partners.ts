import type { PartnerStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Cause } from '../../../audit/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { recordDetached } from '../client-events.ts';

/** Why no later sales are credited to a partner any more. */
const STOPPED: Partial<Record<PartnerStatus, string>> = {
  blocked: 'Партнер заблокирован',
  archived: 'Партнер в архиве',
};

/** Returns why the attachments of partners end at once, by partner. Partners who earn have no entry. */
export async function stopsOfPartners(
  trx: Db,
  organizationId: string,
  partnerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('partners')
    .select(['id', 'status'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${[...new Set(partnerIds)]}::uuid[])`)
    .execute();
  return new Map(
    rows.flatMap(({ id, status }) => {
      const reason = STOPPED[status];
      return reason === undefined ? [] : [[id, reason]];
    }),
  );
}

/**
 * Closes the open attachments of a blocked or archived partner. Later sales are not credited to the partner, earlier ones stay. The number of
 * statements does not depend on the number of clients. The caller holds the lock of the clients.
 */
export async function closeAttachmentsOfPartner(
  trx: Db,
  { organizationId, partnerId, status }: { organizationId: string; partnerId: string; status: PartnerStatus },
  cause: Cause,
) {
  const reason = STOPPED[status];
  if (reason === undefined) return;
  const closed = await trx
    .updateTable('attachments')
    .set({ closed_at: cause.at, close_reason: reason })
    .where('organization_id', '=', organizationId)
    .where('partner_id', '=', partnerId)
    .where('closed_at', 'is', null)
    .returning('client_id')
    .execute();
  await recordDetached(
    trx,
    organizationId,
    closed.map(({ client_id }) => client_id),
    reason,
    cause,
  );
}
