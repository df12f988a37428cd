import type { Partner, Program, RecoveryLink } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeTo } from '../setup/codes.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const REFUSED = { status: 409, body: { code: 'out_of_reach' } };

let world: World;
let other: Caller;
let program: Program;
beforeAll(async () => {
  world = await createWorld({ messages: { isRehearsed: true } });
  other = await world.organization();
  const documents = { offer: 'Договор.', personal_data: 'Согласен.' };
  ok(await other.patch(`${api}/organization/`, { ...documents, withholds_tax: true }));
  program = await world.program({ join_policy: 'by_request' }, other);
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

/** Applies to the other organization, which is possible with any phone. */
const apply = async (phone: string) =>
  ok<{ token: string }>(
    await world.anonymous.post(`/api/public/join/${program.join_code}/`, {
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
const cardElsewhere = async (phone: string) => {
  const path = `${api}/partners/?search=${encodeURIComponent(phone)}`;
  const [card] = ok<{ results: Partner[] }>(await other.get(path)).results;
  if (card === undefined) throw new Error('the application created no card');
  return card;
};
const changes = async (id: string) => [
  await world.boss.post(`${api}/partners/${id}/recovery/`),
  await world.boss.post(`${api}/partners/${id}/phone/`, { phone: world.phone() }),
  await world.boss.post(`${api}/partners/${id}/switch-off/`),
];

describe('an application to another organization', () => {
  test('does not restrict the first organization when the phone is unconfirmed', async () => {
    const { card } = await world.partner();
    await apply(card.phone);
    expect((await changes(card.id)).map(({ status }) => status)).toEqual([201, 204, 200]);
  });

  test('does not restrict the first organization after its rejection when the phone is unconfirmed', async () => {
    const { card } = await world.partner();
    await apply(card.phone);
    const { id } = await cardElsewhere(card.phone);
    ok(await other.post(`${api}/partners/${id}/reject/`, { reason: 'Мест нет' }));
    expect((await world.boss.post(`${api}/partners/${card.id}/recovery/`)).status).toBe(201);
  });

  test('restricts the first organization when it is approved, before the partner joins', async () => {
    const { card } = await world.partner();
    await apply(card.phone);
    const { id } = await cardElsewhere(card.phone);
    ok(await other.post(`${api}/partners/${id}/approve/`));
    for (const response of await changes(card.id)) expect(response).toMatchObject(REFUSED);
    ok(await other.post(`${api}/partners/${id}/block/`, { reason: 'Спам' }));
    for (const answer of await changes(card.id)) expect(answer).toMatchObject(REFUSED);
  });

  test('invalidates an existing recovery link when it is approved', async () => {
    const { card } = await world.partner();
    await apply(card.phone);
    const link = ok<RecoveryLink>(await world.boss.post(`${api}/partners/${card.id}/recovery/`));
    ok(await other.post(`${api}/partners/${(await cardElsewhere(card.phone)).id}/approve/`));
    const input = { token: link.url.split('/').at(-1), password: 'quite another password' };
    expect(await world.anonymous.post('/api/public/recovery/accept/', input)).toMatchObject(REFUSED);
  });

  test('restricts the first organization before its approval when the phone is confirmed', async () => {
    const { card } = await world.partner();
    const { token } = await apply(card.phone);
    const code = await codeTo(world, card.phone);
    ok(
      await world.anonymous.post('/api/public/applications/confirm/', {
        token,
        code,
        password: world.password,
      }),
    );
    expect((await cardElsewhere(card.phone)).status).toBe('pending');
    for (const response of await changes(card.id)) expect(response).toMatchObject(REFUSED);
  });
});
