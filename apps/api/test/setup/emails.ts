import { codeTo } from './codes.ts';
import { type Caller, ok, type World } from './world.ts';

/** Sets and confirms the e-mail of a user. The world must record e-mails instead of sending them. */
export async function confirmEmail(world: World, caller: Caller, email: string) {
  ok(await caller.patch('/api/accounts/users/me/', { email, password: world.password }));
  ok(await caller.post('/api/accounts/email/code/', { password: world.password }));
  ok(await caller.post('/api/accounts/email/confirm/', { code: await codeTo(world, email) }));
  await world.server.resetLimits();
}
