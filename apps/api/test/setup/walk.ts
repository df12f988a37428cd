import { allRoutes, type Objects, requestOf, type WalkedRoute } from './access.ts';
import type { Answer } from './client.ts';
import { createOneOfEach, restoreObjects } from './objects.ts';
import { type Caller, createWorld } from './world.ts';

export const withTitle = (walked: WalkedRoute) => ({
  ...walked,
  title: `${walked.route.method} ${walked.route.path}`,
});

/** Every route with the title used in tests. */
export const titledRoutes = allRoutes.map(withTitle);

export type Walk = Awaited<ReturnType<typeof createWalk>>;

/** Creates a world with one object of each kind and an authorized caller for every route. */
export async function createWalk() {
  const world = await createWorld();
  const { objects, own } = await createOneOfEach(world);

  const callerFor = ({ access }: WalkedRoute['route']): Caller => {
    if (access === 'public') return world.anonymous;
    return access.includes('organization') || access === 'authenticated' ? world.boss : own;
  };
  const reset = async () => {
    await world.server.resetLimits();
    await restoreObjects(world, objects);
  };
  return {
    world,
    stop: () => world.stop(),
    callerFor,
    /** Returns a valid request to a route. `instead` replaces some objects. */
    requestOf: (walked: WalkedRoute, instead: Partial<Objects> = {}) =>
      requestOf(walked, { ...objects, ...instead }),
    /** Restores the initial state of all objects and limits. */
    reset,
    /** Restores the state after one response. A refused call changes only the limits. */
    resetAfter: ({ status }: Pick<Answer, 'status'>) => (status < 400 ? reset() : world.server.resetLimits()),
  };
}

/** @throws Error for a response with a status of 500 or above. */
export function expectNoServerError({ status, body }: Answer, what: string) {
  if (status < 500) return;
  throw new Error(`${what} responded ${status}: ${JSON.stringify(body)}`);
}
