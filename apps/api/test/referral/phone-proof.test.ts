import type { ApplicationState, Link, Partner, Program } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const CODE = '424242';

let world: World;
const sent: string[] = [];
beforeAll(async () => {
  const phoneProof = {
    send: async (phone: string) => void sent.push(phone),
    check: async (phone: string, code: string) => sent.includes(phone) && code === CODE,
  };
  world = await createWorld({ phoneProof });
  ok(
    await world.boss.patch(`${api}/organization/`, {
      offer: 'Договор.',
      personal_data: 'Согласен.',
      withholds_tax: true,
    }),
  );
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const apply = async ({ join_code }: Program, phone: string) =>
  ok<{ token: string; proof: string }>(
    await world.anonymous.post(`/api/public/join/${join_code}/`, {
      kind: 'individual',
      last_name: 'Сидорова',
      first_name: 'Мария',
      phone,
      offer: true,
      offer_version: 1,
      personal_data: true,
      personal_data_version: 1,
    }),
  );
const confirm = (token: string, more: object = {}) =>
  world.anonymous.post('/api/public/applications/confirm/', {
    token,
    code: CODE,
    password: world.password,
    ...more,
  });
const cardOf = async (phone: string) => {
  const path = `${api}/partners/?search=${encodeURIComponent(phone)}`;
  const [card] = ok<{ results: Partner[] }>(await world.boss.get(path)).results;
  if (card === undefined) throw new Error('there is no such card');
  return card;
};
const stateOf = async (token: string) =>
  ok<ApplicationState>(await world.anonymous.post('/api/public/applications/check/', { token })).status;

test('an applicant who confirms the phone joins an open program at once with a password and a link', async () => {
  const program = await world.program({ join_policy: 'open' });
  const phone = world.phone();
  const { token, proof } = await apply(program, phone);
  expect(proof).toBe('code');
  expect(sent).toContain(phone);
  expect(await cardOf(phone)).toMatchObject({ status: 'pending', sign_in: 'none' });
  const wrong = await confirm(token, { code: '111111' });
  expect(wrong).toMatchObject({ status: 400, body: { code: [expect.any(String)] } });
  const { access } = ok<{ access: string }>(await confirm(token));
  const card = await cardOf(phone);
  expect(card).toMatchObject({ status: 'active', sign_in: 'on' });
  expect(await stateOf(token)).toBe('approved');
  const own = createCaller(world.server, access);
  const links = ok<{ results: Link[] }>(await own.get(`${api}/partners/${card.id}/links/`)).results;
  expect(links).toMatchObject([{ program: { id: program.id } }]);
  // The token of the application works once.
  expect((await confirm(token)).status).toBe(404);
});

test('an applicant who confirms the phone is signed in and waits for approval by the organization', async () => {
  const program = await world.program({ join_policy: 'by_request' });
  const phone = world.phone();
  const { token } = await apply(program, phone);
  ok(await confirm(token));
  const card = await cardOf(phone);
  expect(card).toMatchObject({ status: 'pending', sign_in: 'on' });
  expect(await stateOf(token)).toBe('pending');
  ok(await world.boss.post(`${api}/partners/${card.id}/approve/`));
  expect(await cardOf(phone)).toMatchObject({ status: 'active', sign_in: 'on' });
});

test('a known user signs in only with the existing password, and the card stays unchanged', async () => {
  const program = await world.program({ join_policy: 'open' });
  const { card } = await world.partner();
  const { token } = await apply(program, card.phone);
  expect((await confirm(token, { password: 'another password' })).status).toBe(400);
  ok(await confirm(token));
  expect(await cardOf(card.phone)).toMatchObject({ id: card.id, status: 'active', last_name: 'Петров' });
});

test('a blocked partner cannot return by applying again', async () => {
  const program = await world.program({ join_policy: 'open' });
  const { card } = await world.partner();
  ok(await world.boss.post(`${api}/partners/${card.id}/block/`, { reason: 'Спам' }));
  const { token } = await apply(program, card.phone);
  ok(await confirm(token));
  expect(await cardOf(card.phone)).toMatchObject({ status: 'blocked' });
  expect(await stateOf(token)).toBe('pending');
});

test('an employee cannot become a partner with their phone, and a code allows five attempts', async () => {
  const program = await world.program({ join_policy: 'open' });
  const { phone } = ok<{ phone: string }>(await world.boss.get('/api/accounts/users/me/'));
  const { token } = await apply(program, phone);
  expect(await confirm(token)).toMatchObject({ status: 409, body: { code: 'in_use' } });
  for (const _ of [2, 3, 4, 5]) expect((await confirm(token, { code: '111111' })).status).toBe(400);
  expect((await confirm(token)).status).toBe(429);
});
