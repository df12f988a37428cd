import type { Sessions } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientOf } from '../setup/client.ts';
import { api, callerOf, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ refreshGrace: 0, sessionMaxDays: 180 });
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

type Pair = { access: string; refresh: string };

/** A partner with two sessions. */
async function twice() {
  const { card } = await world.partner();
  const { login } = clientOf(world.server);
  const signIn = async () => ok<Pair>(await login({ phone: card.phone, password: world.password }));
  return { card, here: await signIn(), there: await signIn() };
}
/** Reason that a refused refresh gives. */
async function endOf({ refresh }: Pair): Promise<string | null> {
  const { status, headers } = await clientOf(world.server).refresh(refresh);
  expect(status).toBe(401);
  return headers.get('x-session-end');
}

test('a refused refresh names the session that its user ended on another device', async () => {
  const { here, there } = await twice();
  const caller = callerOf(world.server, here.access);
  const { results } = ok<Sessions>(await caller.get('/api/accounts/sessions/'));
  for (const { id, is_current } of results)
    if (!is_current) expect((await caller.delete(`/api/accounts/sessions/${id}/`)).status).toBe(204);
  expect(await endOf(there)).toBe('ended');
});

test('a refused refresh names a changed password', async () => {
  const { here, there } = await twice();
  const change = { current_password: world.password, new_password: 'quite another password' };
  const changed = await callerOf(world.server, here.access).post('/api/accounts/password/', change);
  expect(changed.status).toBe(204);
  expect(await endOf(there)).toBe('password');
});

test('a refused refresh names the organization that switched the user off', async () => {
  const { card, there } = await twice();
  ok(await world.boss.post(`${api}/partners/${card.id}/switch-off/`));
  expect(await endOf(there)).toBe('switched_off');
});

test('a refused refresh names a token that came twice', async () => {
  const { there } = await twice();
  ok(await clientOf(world.server).refresh(there.refresh));
  expect(await endOf(there)).toBe('reused');
  expect(await endOf(there)).toBe('reused');
});

test('a token that is not genuine learns nothing', async () => {
  const { there } = await twice();
  expect(await endOf({ ...there, refresh: `${there.refresh.slice(0, -4)}AAAA` })).toBeNull();
});
