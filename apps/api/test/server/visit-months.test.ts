import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REST_PARTITION, visitPartitions } from '../../src/referrals/referral-page/visit-months.ts';
import { api, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/130.0' };

let world: World;
let code: string;
beforeAll(async () => {
  world = await createWorld({ refreshTtl: 10 * 365 * DAY });
  // A reused database may have partitions of another clock.
  for (const name of await visitPartitions(world.server.db))
    if (name !== REST_PARTITION) await sql`drop table ${sql.table(name)}`.execute(world.server.db);
  const { id } = await world.program();
  ({ code } = await world.enroll(id, (await world.invited()).id));
});
afterAll(() => world.stop());

async function visit(): Promise<string> {
  const response = await createCaller(world.server).post(`/api/public/ref/${code}/clicks/`, {}, BROWSER);
  await world.server.settled();
  return ok<{ click: string }>(response).click;
}

/** Returns the partition of a visit. */
async function partitionOf(click: string): Promise<string | undefined> {
  const { rows } = await sql<{ partition: string }>`
    select tableoid::regclass::text as partition from clicks where id = ${click}`.execute(world.server.db);
  return rows[0]?.partition;
}

/** Returns the partition name of the month `days` days from now. */
const monthIn = (days: number) =>
  `clicks_${new Date(world.server.now().getTime() + days * DAY * 1000).toISOString().slice(0, 7).replace('-', '_')}`;

test('a visit is stored in the partition of its month, even when the partition is created later', async () => {
  await world.server.prune();
  const first = await visit();
  expect(await partitionOf(first)).toBe(monthIn(0));
  world.server.advance(200 * DAY);
  const late = await visit();
  expect(await partitionOf(late)).toBe('clicks_rest');
  await world.server.prune();
  expect(await partitionOf(late)).toBe(monthIn(0));
  expect(await partitionOf(first)).toBe(monthIn(-200));
});

test('several processes create and drop the partitions of months concurrently', async () => {
  const visitOnly = await visit();
  const visitWithLead = await visit();
  const lead = { name: 'Анна', phone: world.phone(), consent: true, click: visitWithLead };
  ok(await world.anonymous.post(`/api/public/ref/${code}/leads/`, lead));
  const pastMonth = monthIn(0);
  world.server.advance(400 * DAY);
  await Promise.all([1, 2, 3].map(() => world.server.prune()));
  expect(await visitPartitions(world.server.db)).not.toContain(pastMonth);
  expect(await visitPartitions(world.server.db)).toEqual(expect.arrayContaining([monthIn(0), 'clicks_rest']));
  expect(await partitionOf(visitOnly)).toBeUndefined();
  expect(await partitionOf(visitWithLead)).toBe('clicks_rest');
  ok(await world.boss.get(`${api}/leads/?search=${encodeURIComponent('Анна')}`));
});
