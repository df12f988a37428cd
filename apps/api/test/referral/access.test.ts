import type { Lead, Role } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Objects, requestOf, type WalkedRoute, walkedRoutes } from '../setup/access.ts';
import { createOneOfEach, SECRETS } from '../setup/objects.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let objects: Objects;
let own: Caller;
let strangers: { partner: Caller; organization: Caller };
let leadPhone: string;

beforeAll(async () => {
  world = await createWorld();
  let lead: Lead;
  ({ objects, own, lead } = await createOneOfEach(world, { join_policy: 'closed' }));
  leadPhone = lead.phone;

  const organization = await world.organization();
  const { caller: partner } = await world.partner({}, organization);
  strangers = { partner, organization };
});
afterAll(() => world.stop());

const call = (caller: Caller, walked: WalkedRoute) => {
  const { path, body } = requestOf(walked, objects);
  return caller.send(walked.route.method, path, body);
};
const guarded = walkedRoutes.filter(({ route }) => route.access !== 'public');
const forRole = (role: Role) => guarded.filter(({ route }) => route.access.includes(role));
const aboutOne = ({ route }: WalkedRoute) => route.path.includes('{id}');

// test/long/walk makes each call as every unauthorized caller.
describe('an object of another organization', () => {
  test.each(guarded.filter(aboutOne))(
    'and an invalid id respond 404 to $route.method $route.path',
    async (walked) => {
      const wrong = Object.fromEntries(Object.keys(objects).map((key) => [key, 'nonsense'])) as Objects;
      const { path, body } = requestOf(walked, wrong);
      const caller = walked.route.access.includes('organization') ? world.boss : own;
      expect(
        await caller.send(walked.route.method, path, body && { ...body, partner: undefined }),
      ).toMatchObject({ status: 404 });
    },
  );

  test('is missing from lists and counts', async () => {
    for (const caller of [strangers.organization, strangers.partner]) {
      for (const list of ['programs', 'leads']) {
        expect(ok(await caller.get(`${api}/${list}/`))).toEqual({ next: null, previous: null, results: [] });
        expect(ok(await caller.get(`${api}/${list}/counts/`))).toMatchObject({ all: 0 });
      }
    }
  });

  test('cannot be referenced in a request body', async () => {
    const { organization } = strangers;
    const mine = await world.program({}, organization);
    const lead = { name: 'Иван', phone: world.phone() };
    const enroll = await organization.post(`${api}/programs/${mine.id}/enrollments/`, {
      partner: objects.partner,
    });
    expect(enroll).toMatchObject({ status: 400, body: { partner: ['Партнер не найден.'] } });
    const foreign = await organization.post(`${api}/leads/`, { ...lead, program: objects.program });
    expect(foreign).toMatchObject({ status: 400, body: { program: ['Программа не найдена.'] } });
    const mixed = await organization.post(`${api}/leads/`, {
      ...lead,
      program: mine.id,
      partner: objects.partner,
    });
    expect(mixed).toMatchObject({ status: 400, body: { partner: [expect.any(String)] } });
    const bulk = await organization.post(`${api}/leads/bulk-transition/`, {
      ids: [objects.lead],
      to: 'in_progress',
    });
    expect(bulk).toMatchObject({
      status: 200,
      body: { moved: 0, refused: [{ id: objects.lead, number: '' }] },
    });
  });
});

test('a partner finds leads by visible fields and cannot guess contacts by searching', async () => {
  const found = async (search: string) =>
    ok<{ results: unknown[] }>(await own.get(`${api}/leads/?search=${encodeURIComponent(search)}`)).results
      .length;
  const { name, number } = ok<{ name: string; number: string }>(
    await own.get(`${api}/leads/${objects.lead}/`),
  );
  for (const seen of [name.toUpperCase(), name.slice(0, 4), number]) expect(await found(seen), seen).toBe(1);
  for (const hidden of [leadPhone, leadPhone.slice(-4), leadPhone.slice(2, 8), 'secret.example']) {
    expect(await found(hidden), hidden).toBe(0);
    const counts = ok<{ all: number }>(
      await own.get(`${api}/leads/counts/?search=${encodeURIComponent(hidden)}`),
    );
    expect(counts.all).toBe(0);
  }
});

test('responses to a partner contain neither contacts of leads nor notes of the organization', async () => {
  for (const walked of forRole('partner').filter(({ route }) => route.method === 'GET')) {
    const { body } = await call(own, walked);
    const text = JSON.stringify(body);
    for (const secret of [...SECRETS, leadPhone]) expect(text, walked.route.path).not.toContain(secret);
  }
  expect(ok(await own.get(`${api}/leads/${objects.lead}/`))).toMatchObject({
    phone: expect.stringMatching(/\*\*\*-\*\*-/),
  });
});
