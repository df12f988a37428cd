import type { OutsideEvent, Page, User } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSequentialScans } from '../setup/plans.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const EVENTS = 100_000;
const LIST = `${api}/outside-events/?page_size=50`;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { organization } = ok<User>(await world.boss.get('/api/accounts/users/me/'));
  await sql`
    insert into outside_events (organization_id, id, channel, kind, external_id, object_key, occurred_at, received_at, body_hash, state,
      decided_at)
    select ${organization?.id}, gen_random_uuid(), case when n % 1000 = 0 then 'crm' else 'api' end, 'sale', 'order-' || n, 'sale:' || n,
      moment, moment, '', case when n % 500 = 0 then 'failed' else 'applied' end, case when n % 500 > 0 then moment end
    from (
      select n, timestamptz '2026-01-01 09:00+03' + n * interval '1 second' as moment
      from generate_series(1, ${EVENTS}::int) n) made`.execute(world.server.db);
  await sql`vacuum analyze outside_events`.execute(world.server.db);
});
afterAll(() => world.stop());

test('the list of 100,000 events scans no table in any order and with any filter, and neither does the home page', async () => {
  const filters = [
    '',
    '&ordering=received_at',
    '&state=failed',
    '&state=applied',
    '&state=late',
    '&channel=crm',
  ];
  const paths = [
    ...[...filters, '&state=failed&channel=crm', '&search=order-77', '&search=none'].map(
      (filter) => LIST + filter,
    ),
    '/api/home/tasks/',
  ];
  const { next } = ok<Page<OutsideEvent>>(await world.boss.get(LIST));
  const found: string[] = [];
  for (const path of [...paths, `${LIST}&cursor=${next}`])
    for (const table of await findSequentialScans(world.server.db, world.boss, path, ['outside_events']))
      found.push(`${table} by ${path}`);
  expect(found).toEqual([]);
});
