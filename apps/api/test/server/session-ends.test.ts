import type { Sessions } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { api, createCaller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ refreshGrace: 0, sessionMaxDays: 180 });
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

type Pair = { access: string; refresh: string };

/** Creates a partner with two sessions. */
async function signInTwice() {
  const { card } = await world.partner();
  const { login } = createClient(world.server);
  const signIn = async () => ok<Pair>(await login({ phone: card.phone, password: world.password }));
  return { card, current: await signIn(), other: await signIn() };
}
/** Expects a refresh to be refused. @returns the reason in the response. */
async function endOf({ refresh }: Pair): Promise<string | null> {
  const { status, headers } = await createClient(world.server).refresh(refresh);
  expect(status).toBe(401);
  return headers.get('x-session-end');
}

test('a refused refresh reports that the user ended the session on another device', async () => {
  const { current, other } = await signInTwice();
  const caller = createCaller(world.server, current.access);
  const { results } = ok<Sessions>(await caller.get('/api/accounts/sessions/'));
  for (const { id, is_current } of results)
    if (!is_current) expect((await caller.delete(`/api/accounts/sessions/${id}/`)).status).toBe(204);
  expect(await endOf(other)).toBe('ended');
});

test('a refused refresh reports a changed password', async () => {
  const { current, other } = await signInTwice();
  const change = { current_password: world.password, new_password: 'quite another password' };
  const changed = await createCaller(world.server, current.access).post('/api/accounts/password/', change);
  expect(changed.status).toBe(204);
  expect(await endOf(other)).toBe('password');
});

test('a refused refresh reports that the organization switched the user off', async () => {
  const { card, other } = await signInTwice();
  ok(await world.boss.post(`${api}/partners/${card.id}/switch-off/`));
  expect(await endOf(other)).toBe('switched_off');
});

test('a refused refresh reports a reused token', async () => {
  const { other } = await signInTwice();
  ok(await createClient(world.server).refresh(other.refresh));
  expect(await endOf(other)).toBe('reused');
  expect(await endOf(other)).toBe('reused');
});

test('a refused refresh reports no reason for a forged token', async () => {
  const { other } = await signInTwice();
  expect(await endOf({ ...other, refresh: `${other.refresh.slice(0, -4)}AAAA` })).toBeNull();
});
