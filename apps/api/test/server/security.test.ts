import type { Sessions } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPasswords } from '../../src/people/passwords/passwords.ts';
import { createClient } from '../setup/client.ts';
import { createCaller, createWorld, ok, type World } from '../setup/world.ts';

const accounts = '/api/accounts';
const AGENT = { 'user-agent': 'Mozilla/5.0 (Android)' };

let world: World;
let phone: string;
let password: string;
beforeAll(async () => {
  world = await createWorld({ frozenClock: false });
});
beforeEach(async () => {
  [phone, password] = [world.phone(), 'the first password'];
  await world.server.createUser({ phone, password, role: 'partner' });
  await world.server.resetLimits();
});
afterAll(() => world.stop());

async function signIn(word = password) {
  const pair = ok<{ access: string; refresh: string }>(
    await createClient(world.server).login({ phone, password: word }, AGENT),
  );
  return { ...pair, ...createCaller(world.server, pair.access) };
}
const change = (caller: { post: World['boss']['post'] }, more: object = {}) =>
  caller.post(`${accounts}/password/`, {
    current_password: password,
    new_password: 'the second password',
    ...more,
  });

describe('a password change', () => {
  test('requires the current password, which then stops working', async () => {
    expect((await change(await signIn())).status).toBe(204);
    expect((await createClient(world.server).login({ phone, password })).status).toBe(401);
    expect((await createClient(world.server).login({ phone, password: 'the second password' })).status).toBe(
      200,
    );
  });

  test('ends every session except the current one', async () => {
    const [current, other] = [await signIn(), await signIn()];
    await change(current);
    expect((await current.get(`${accounts}/users/me/`)).status).toBe(200);
    expect((await other.get(`${accounts}/users/me/`)).status).toBe(401);
    expect((await createClient(world.server).refresh(other.refresh)).status).toBe(401);
  });

  test.each([
    [{ current_password: 'not the one' }, { current_password: ['Неверный пароль.'] }],
    [{ new_password: 'the first password' }, { new_password: ['Новый пароль совпадает с прежним.'] }],
    [{ new_password: 'short' }, { new_password: [expect.stringContaining('не менее 10')] }],
  ])('is refused with %j', async (more, body) => {
    expect(await change(await signIn(), more)).toMatchObject({ status: 400, body });
  });

  test('is not forced on users with an old weak password', async () => {
    const { hash } = createPasswords({ memoryKib: 64, passes: 1 });
    const weak = await hash('12345678');
    await world.server.db
      .updateTable('users')
      .set({ password_hash: weak })
      .where('phone', '=', phone)
      .execute();
    const caller = await signIn('12345678');
    expect((await change(caller, { current_password: '12345678' })).status).toBe(204);
  });

  test('is refused when the new password contains the phone or the name of the user', async () => {
    const caller = await signIn();
    ok(await caller.patch(`${accounts}/users/me/`, { last_name: 'Иванова' }));
    for (const new_password of [`пароль 8${phone.slice(2)}`, 'Иванова и лодка']) {
      const body = { new_password: [expect.stringMatching(/^Пароль не должен содержать/)] };
      expect(await change(caller, { new_password })).toMatchObject({ status: 400, body });
    }
  });

  test('is limited after five wrong current passwords', async () => {
    const caller = await signIn();
    const wrong = { current_password: 'not the one' };
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await change(caller, wrong)).status).toBe(400);
    expect((await change(caller)).status).toBe(429);
  });
});

describe('the sessions of a user', () => {
  const sessionsOf = async (caller: { get: World['boss']['get'] }) =>
    ok<Sessions>(await caller.get(`${accounts}/sessions/`)).results;

  test('are listed with their browsers, and the current one is marked', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const list = await sessionsOf(second);
    expect(list).toHaveLength(2);
    expect(list.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(list.every(({ user_agent }) => user_agent === AGENT['user-agent'])).toBe(true);
    expect((await sessionsOf(first)).map(({ id }) => id).sort()).toEqual(list.map(({ id }) => id).sort());
  });

  test('can be ended individually, and only by their user', async () => {
    const [current, there] = [await signIn(), await signIn()];
    const other = (await sessionsOf(current)).find(({ is_current }) => !is_current);
    expect((await world.boss.delete(`${accounts}/sessions/${other?.id}/`)).status).toBe(404);
    expect((await current.delete(`${accounts}/sessions/${other?.id}/`)).status).toBe(204);
    expect((await there.get(`${accounts}/users/me/`)).status).toBe(401);
    expect(await sessionsOf(current)).toHaveLength(1);
  });

  test('can all be ended at once except the current one', async () => {
    const [current, ...others] = [await signIn(), await signIn(), await signIn()];
    expect((await current.delete(`${accounts}/sessions/`)).status).toBe(204);
    for (const other of others) expect((await other.get(`${accounts}/users/me/`)).status).toBe(401);
    expect((await current.get(`${accounts}/users/me/`)).status).toBe(200);
  });
});
