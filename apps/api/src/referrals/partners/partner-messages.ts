import { notify } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';

type Application = { organizationId: string; partnerId: string; program: string; at: Date };

/** Tells of somebody who wants to be a partner, whether the organization knows the phone or not. */
export const notifyApplication = (trx: Db, { organizationId, partnerId, program, at }: Application) =>
  notify(trx, {
    organizationId,
    at,
    event: 'partner_applied',
    actorId: null,
    staff: {
      title: 'Заявка партнера',
      text: `Новая заявка партнера на участие в программе «${program}».`,
      path: `/partners/${partnerId}`,
    },
  });
