import { allRoutes, type Objects, requestOf, type WalkedRoute } from './access.ts';
import type { Answer } from './client.ts';
import { asMade, oneOfEach } from './objects.ts';
import { type Caller, createWorld } from './world.ts';

export const named = (walked: WalkedRoute) => ({
  ...walked,
  title: `${walked.route.method} ${walked.route.path}`,
});

/** Every call with the name tests give it. */
export const everyCall = allRoutes.map(named);

export type Walk = Awaited<ReturnType<typeof createWalk>>;

/** A world with one object of each kind, and for every call somebody who may make it. */
export async function createWalk() {
  const world = await createWorld();
  const { objects, own } = await oneOfEach(world);

  const callerFor = ({ access }: WalkedRoute['route']): Caller => {
    if (access === 'public') return world.anonymous;
    return access.includes('organization') || access === 'authenticated' ? world.boss : own;
  };
  const reset = async () => {
    await world.server.resetLimits();
    await asMade(world, objects);
  };
  return {
    world,
    stop: () => world.stop(),
    callerFor,
    /** A sound request of a call; `objects` may be other ones. */
    requestOf: (walked: WalkedRoute, instead: Partial<Objects> = {}) =>
      requestOf(walked, { ...objects, ...instead }),
    /** Makes every call answer again as it did at first. */
    reset,
    /** The same after one call: what was refused has changed nothing but the limits. */
    resetAfter: ({ status }: Pick<Answer, 'status'>) => (status < 400 ? reset() : world.server.resetLimits()),
  };
}

/** @throws Error unless a request was taken, or refused as the client's fault. In which words, the caller looks. */
export function expectCalm({ status, body }: Answer, what: string) {
  if (status < 500) return;
  throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`);
}
