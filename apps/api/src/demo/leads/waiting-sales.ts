import { storeEvents } from '../../integrations/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { insertWaitingSales } from '../../referrals/index.ts';
import { type DemoScene, REQUEST_ID } from '../scene.ts';
import { daysBefore } from '../timeline.ts';

/** Payments whose clients are not known yet, by their age in days. */
const SALES = [
  {
    days: 9,
    buyer: { name: 'ООО «Северный дом»', inn: '7707083893' },
    amount_kop: 18_400_000,
    external_id: 'СЧ-1042',
  },
  {
    days: 2,
    buyer: { name: 'Орлова Юлия', phone: '+79265550147' },
    amount_kop: 6_250_000,
    external_id: null,
  },
];

/** Adds two sales that wait for their clients. The first one came by an API key. */
export async function addWaitingSales(trx: Db, { organizationId, staff, now }: DemoScene) {
  for (const { days, ...sale } of SALES) {
    const at = daysBefore(now, days);
    const paid_on = daysBefore(now, days + 1)
      .toISOString()
      .slice(0, 10);
    const cause = { actorId: staff.userId, requestId: REQUEST_ID, at };
    const [waitingSaleId] = await insertWaitingSales(trx, organizationId, [{ ...sale, paid_on }], cause);
    const { external_id: externalId, ...body } = sale;
    if (externalId !== null)
      await storeEvents(trx, { organizationId, channel: 'api', at }, [
        { kind: 'sale', externalId, objectKey: `sale:${externalId}`, occurred: paid_on, body, waitingSaleId },
      ]);
  }
}
