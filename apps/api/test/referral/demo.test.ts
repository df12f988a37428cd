import { canMove, machines } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemo } from '../../src/demo/fill.ts';
import { DEMO_PEOPLE, startTestServer, type TestServer } from '../../src/testing.ts';
import { clientOf } from '../setup/client.ts';
import { api, callerOf, ok } from '../setup/world.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const boss = await server.findUser(DEMO_PEOPLE[0]?.phone ?? '');
  const partner = await server.findUser(DEMO_PEOPLE[1]?.phone ?? '');
  await fillDemo(server.db, boss.organization_id ?? '', partner, server.now());
});
afterAll(() => server.stop());

const signedIn = async (person: 0 | 1) => callerOf(server, (await clientOf(server).signIn(person)).access);

test('the demo organization has 3 programs, 40 partners and 2,000 leads of half a year', async () => {
  const boss = await signedIn(0);
  const all = async (noun: string) => ok<{ all: number }>(await boss.get(`${api}/${noun}/counts/`)).all;
  expect([await all('programs'), await all('partners'), await all('leads')]).toEqual([3, 40, 2000]);
  const oldest = await server.db
    .selectFrom('leads')
    .select('created_at')
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  const days = (server.now().getTime() - oldest.created_at.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(175);
  expect(days).toBeLessThan(183);
});

test('its partner has programs, a link and leads to look at', async () => {
  const partner = await signedIn(1);
  const programs = ok<{ results: { enrollment: object | null }[] }>(
    await partner.get(`${api}/programs/`),
  ).results;
  expect(programs).toHaveLength(3);
  for (const { enrollment } of programs) expect(enrollment).toMatchObject({ status: 'active' });
  expect(ok<{ all: number }>(await partner.get(`${api}/leads/counts/`)).all).toBeGreaterThan(50);
});

test('its history has no move that the life cycle has not', async () => {
  const events = await server.db.selectFrom('lead_events').select(['from_status', 'to_status']).execute();
  for (const { from_status, to_status } of events) {
    if (from_status === null) expect(machines.lead.entry).toContain(to_status);
    else expect(canMove(machines.lead, from_status, to_status)).toBe(true);
  }
});

test('the next lead goes on with the numbers', async () => {
  const boss = await signedIn(0);
  const [program] = ok<{ results: { id: string }[] }>(await boss.get(`${api}/programs/`)).results;
  const answer = await boss.post(`${api}/leads/`, {
    name: 'Анна',
    phone: '+7 999 000-00-00',
    program: program?.id,
  });
  expect(answer).toMatchObject({ status: 201, body: { number: 'Л-2001' } });
});
