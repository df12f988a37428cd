import { notify } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';

type Application = { organizationId: string; partnerId: string; program: string; at: Date };

/** Notifies the staff of an application, for a new phone and for a known phone. */
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
