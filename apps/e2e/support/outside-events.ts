import { randomUUID } from 'node:crypto';
import type { TestServer } from '@referral-dashboard/api/testing';

/** Events of each state, one of which needs the decision of an owner. Added once. */
export async function addOutsideEvents({ db }: TestServer) {
  const known = await db
    .selectFrom('outside_events')
    .select('id')
    .where('external_id', '=', 'Сделка № 17')
    .executeTakeFirst();
  if (known !== undefined) return;
  const sale = await db.selectFrom('sales').select(['organization_id', 'id']).executeTakeFirstOrThrow();
  const at = new Date();
  const common = {
    organization_id: sale.organization_id,
    occurred_at: at,
    received_at: at,
    body_hash: 'hash',
  };
  const deal = { ...common, channel: 'crm', kind: 'deal', object_key: 'crm:17' } as const;
  await db
    .insertInto('outside_events')
    .values([
      {
        ...deal,
        id: randomUUID(),
        external_id: 'Сделка № 17',
        state: 'failed',
        cause: 'Программа больше не принимает заявки.',
        attempts: 11,
        body: '{}',
      },
      {
        ...deal,
        id: randomUUID(),
        external_id: 'Сделка № 16',
        state: 'late',
        cause: 'Более позднее событие уже применено.',
        decided_at: at,
      },
      {
        ...({ ...common, channel: 'api', kind: 'sale', object_key: 'sale:1077' } as const),
        id: randomUUID(),
        external_id: 'Чек № 77',
        state: 'applied',
        decided_at: at,
        conflicted_at: at,
        sale_id: sale.id,
      },
    ])
    .execute();
}
