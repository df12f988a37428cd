/**
 * Measures the inbox of outside events on a temporary PostgreSQL server: `node bench/outside-events.ts 50 30` stores 50 events a second for 30 s,
 * each of which makes a won lead with a reward, while a server process applies them. It reports the time from the reception of an event to its
 * accrual, and the events per second of a queue of the same size that is stored at once.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { User } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { receiveEvent } from '../src/integrations/inbox/receive-event.ts';
import { openPostgres } from '../src/platform/db/db.ts';
import { testDatabase } from '../src/testing/databases.ts';
import { clusterFolder, clusterIn, freePort } from '../test/setup/cluster.ts';
import { insertCrmConnection } from '../test/setup/crm-objects.ts';
import { createWorld, ok } from '../test/setup/world.ts';
import { figure, report } from './report.ts';

const perSecond = Number(process.argv[2] ?? 50);
const seconds = Number(process.argv[3] ?? 30);
const PARTNERS = 20;
const count = perSecond * seconds;

const cluster = clusterIn(clusterFolder());
await cluster.start();
process.env['TEST_POSTGRES'] = cluster.url();
const { db: own, url = '' } = await testDatabase();

const world = await createWorld({ database: { db: own, drop: async () => undefined }, frozenClock: false });
const { organization } = ok<User>(await world.boss.get('/api/accounts/users/me/'));
const organizationId = organization?.id ?? '';
const reward = { kind: 'percent', percent_bps: 1000 };
const program = await world.program({ reward_event: 'deal_won', reward, hold_days: 0 });
const partners: string[] = [];
for (let made = 0; made < PARTNERS; made += 1) {
  const { card } = await world.partner();
  await world.enroll(program.id, card.id);
  partners.push(card.id);
}
for (let at = 0; at < 2 * count; at += 1) await world.lead(program.id, { partner: partners[at % PARTNERS] });
const connection = randomUUID();
await insertCrmConnection(world, organizationId, connection);
await sql`
  update crm_connections set is_on = true, mapping = '[{"stage":"WON","status":"won"}]',
    created_by = (select id from users where organization_id = ${organizationId} limit 1)`.execute(own);
await sql`
  insert into crm_deals (organization_id, connection_id, lead_id, deal_id, status, sent_at, next_attempt_at, created_at)
  select organization_id, ${connection}, id, 'deal ' || (row_number() over (order by id) - 1), 'sent', now(), now(), now()
  from leads`.execute(own);
await world.stop();
await own.destroy();

const server = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
  env: {
    ...process.env,
    DATABASE_URL: url,
    APP_MODE: 'production',
    SECRET_KEY: 'a key for tests, long enough to be one',
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => server.once('exit', resolve));
await new Promise((resolve) => server.stdout.once('data', resolve));
server.stdout.resume();

const db = openPostgres(url, () => undefined);

/** Stores the event of a won deal, as the job that reads deals does. */
const store = (at: number) =>
  db.transaction().execute(async (trx) => {
    const now = new Date();
    const body = { connection, deal: `deal ${at}`, stage: 'WON', amount_kop: 100_000 + at, changed_at: now };
    await receiveEvent(
      trx,
      { organizationId, channel: 'crm', at: now },
      { kind: 'deal', externalId: String(at), objectKey: `bitrix24:deal ${at}`, occurredAt: now, body },
    );
  });

async function applied(from: number) {
  const { rows } = await sql<{ ms: number; at: number }>`
    select extract(epoch from decided_at - received_at)::float8 * 1000 as ms, extract(epoch from decided_at)::float8 as at
    from outside_events e
    where state = 'applied' and external_id::int >= ${from} and exists (select from accruals a where a.lead_id = e.lead_id)
    order by 1`.execute(db);
  return rows;
}
async function allApplied(from: number, expected: number) {
  for (;;) {
    const rows = await applied(from);
    if (rows.length === expected) return rows;
    await pause(200);
  }
}

const began = performance.now();
const stored: Promise<unknown>[] = [];
for (let at = 0; at < count; at += 1) {
  await pause(Math.max(0, began + (at / perSecond) * 1000 - performance.now()));
  stored.push(store(at));
}
await Promise.all(stored);
const steady = await allApplied(0, count);
const waits = steady.map(({ ms }) => ms);
const quantile = (share: number) => waits[Math.ceil(waits.length * share) - 1] ?? 0;

const burstFrom = Date.now() / 1000;
for (let at = count; at < 2 * count; at += 1) await store(at);
const burst = await allApplied(count, count);
const burstSeconds = Math.max(...burst.map(({ at }) => at)) - burstFrom;

server.kill('SIGTERM');
await ended;
await db.destroy();
await cluster.remove();
const what = (name: string) => `${perSecond} events/s for ${seconds} s, PostgreSQL: ${name}`;
report('outside-events', [
  figure(what('median from the reception to the accrual'), 'ms', [quantile(0.5)]),
  figure(what('p95'), 'ms', [quantile(0.95)]),
  figure(what('longest'), 'ms', [quantile(1)]),
  figure(`a queue of ${count} events: applied`, '1/s', [count / burstSeconds]),
]);
