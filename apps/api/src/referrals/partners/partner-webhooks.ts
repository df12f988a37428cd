import { routes } from '@referral-dashboard/api-contract';
import { recordEvents } from '../../integrations/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { partnersRepo } from './partners.repo.ts';

type PartnerId = { organizationId: string; partnerId: string };

/** Records a partner that applied or changed for webhooks. */
export const recordPartner = (
  trx: Db,
  type: 'partner.applied' | 'partner.updated',
  { organizationId, partnerId }: PartnerId,
  at: Date,
) =>
  recordEvents(trx, type, { organizationId, at }, [partnerId], async () => {
    const found = await partnersRepo(trx).find(organizationId, partnerId, at);
    return found === undefined ? [] : [{ id: partnerId, data: routes.partner.response.parse(found) }];
  });

/** Records the change of a card that a lower context made. */
export const recordChangedPartner = (trx: Db, card: PartnerId, at: Date) =>
  recordPartner(trx, 'partner.updated', card, at);
