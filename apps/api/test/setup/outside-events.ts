import { randomUUID } from 'node:crypto';
import type { User } from '@referral-dashboard/api-contract';
import type { Insertable } from 'kysely';
import type { OutsideEventsTable } from '../../src/database/tables/outside-events.ts';
import { type Caller, ok, type World } from './world.ts';

/** Inserts an event of a deal that could not be applied within three days. @returns its id. */
export async function insertFailedEvent(
  { server }: Pick<World, 'server'>,
  boss: Caller,
  more: Partial<Insertable<OutsideEventsTable>> = {},
): Promise<string> {
  const { organization } = ok<User>(await boss.get('/api/accounts/users/me/'));
  const [id, at] = [randomUUID(), server.now()];
  await server.db
    .insertInto('outside_events')
    .values({
      organization_id: organization?.id ?? '',
      id,
      channel: 'crm',
      kind: 'deal',
      external_id: `deal-${id}`,
      object_key: 'crm:1',
      occurred_at: at,
      received_at: at,
      body: '{"stage":"won"}',
      body_hash: 'hash',
      state: 'failed',
      cause: 'Программа остановлена.',
      attempts: 11,
      ...more,
    })
    .execute();
  return id;
}
