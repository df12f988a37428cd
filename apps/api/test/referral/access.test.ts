import type { Lead, Role } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRequest, type RouteEntry, roleRoutes } from '../setup/access.ts';
import type { Objects } from '../setup/access-bodies.ts';
import { createOneOfEach, SECRETS } from '../setup/objects.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let objects: Objects;
let own: Caller;
let others: { partner: Caller; organization: Caller };
let leadPhone: string;

beforeAll(async () => {
  world = await createWorld();
  let lead: Lead;
  ({ objects, own, lead } = await createOneOfEach(world, { join_policy: 'closed' }));
  leadPhone = lead.phone;

  const organization = await world.organization();
  const { caller: partner } = await world.partner({}, organization);
  others = { partner, organization };
});
afterAll(() => world.stop());

const call = (caller: Caller, entry: RouteEntry) => {
  const { path, body } = buildRequest(entry, objects);
  return caller.send(entry.route.method, path, body);
};
const guarded = roleRoutes.filter(({ route }) => route.access !== 'public');
const forRole = (role: Role) => guarded.filter(({ route }) => route.access.includes(role));
const aboutOne = ({ route }: RouteEntry) => route.path.includes('{id}');

// test/long/walk makes each call as every unauthorized caller.
describe('an object of another organization', () => {
  test.each(guarded.filter(aboutOne))(
    'and an invalid id respond 404 to $route.method $route.path',
    async (entry) => {
      const wrong = Object.fromEntries(Object.keys(objects).map((key) => [key, 'nonsense'])) as Objects;
      const { path, body } = buildRequest(entry, wrong);
      const caller = entry.route.access.includes('organization') ? world.boss : own;
      expect(
        await caller.send(entry.route.method, path, body && { ...body, partner: undefined }),
      ).toMatchObject({ status: 404 });
    },
  );

  test('is missing from lists and counts', async () => {
    for (const caller of [others.organization, others.partner]) {
      for (const list of ['programs', 'leads']) {
        expect(ok(await caller.get(`${api}/${list}/`))).toEqual({ next: null, previous: null, results: [] });
        expect(ok(await caller.get(`${api}/${list}/counts/`))).toMatchObject({ all: 0 });
      }
    }
  });

  test('cannot be referenced in a request body', async () => {
    const { organization } = others;
    const ownProgram = await world.program({}, organization);
    const lead = { name: 'Иван', phone: world.phone() };
    const enroll = await organization.post(`${api}/programs/${ownProgram.id}/enrollments/`, {
      partner: objects.partner,
    });
    expect(enroll).toMatchObject({ status: 400, body: { partner: ['Партнер не найден.'] } });
    const foreign = await organization.post(`${api}/leads/`, { ...lead, program: objects.program });
    expect(foreign).toMatchObject({ status: 400, body: { program: ['Программа не найдена.'] } });
    const response = await organization.post(`${api}/leads/`, {
      ...lead,
      program: ownProgram.id,
      partner: objects.partner,
    });
    expect(response).toMatchObject({ status: 400, body: { partner: [expect.any(String)] } });
    const bulk = await organization.post(`${api}/leads/bulk-transition/`, {
      ids: [objects.lead],
      to: 'in_progress',
    });
    expect(bulk).toMatchObject({
      status: 200,
      body: { moved: 0, refused: [{ id: objects.lead, number: '' }] },
    });
    const undo = await organization.post(`${api}/leads/undo-transition/`, {
      leads: [{ id: objects.lead, version: 1 }],
    });
    expect(undo).toMatchObject({
      status: 200,
      body: { undone: [], refused: [{ id: objects.lead, number: '', detail: 'Объект не найден.' }] },
    });
  });
});

test('a partner finds leads by visible fields and cannot guess contacts by searching', async () => {
  const searchIds = async (search: string) =>
    ok<{ results: unknown[] }>(await own.get(`${api}/leads/?search=${encodeURIComponent(search)}`)).results
      .length;
  const { name, number } = ok<{ name: string; number: string }>(
    await own.get(`${api}/leads/${objects.lead}/`),
  );
  for (const visibleText of [name.toUpperCase(), name.slice(0, 4), number])
    expect(await searchIds(visibleText), visibleText).toBe(1);
  for (const text of [leadPhone, leadPhone.slice(-4), leadPhone.slice(2, 8), 'secret.example']) {
    expect(await searchIds(text), text).toBe(0);
    const counts = ok<{ all: number }>(
      await own.get(`${api}/leads/counts/?search=${encodeURIComponent(text)}`),
    );
    expect(counts.all).toBe(0);
  }
});

test('responses to a partner contain neither contacts of leads nor notes of the organization', async () => {
  for (const entry of forRole('partner').filter(({ route }) => route.method === 'GET')) {
    const { body } = await call(own, entry);
    const text = JSON.stringify(body);
    for (const secret of [...SECRETS, leadPhone]) expect(text, entry.route.path).not.toContain(secret);
  }
  expect(ok(await own.get(`${api}/leads/${objects.lead}/`))).toMatchObject({
    phone: expect.stringMatching(/\*\*\*-\*\*-/),
  });
});
