import { allRoutes, buildRequest, type RouteEntry } from './access.ts';
import type { Objects } from './access-bodies.ts';
import type { ClientResponse } from './client.ts';
import { createOneOfEach } from './objects.ts';
import { restoreObjects } from './restore-objects.ts';
import { type Caller, createWorld } from './world.ts';

export const withTitle = (entry: RouteEntry) => ({
  ...entry,
  title: `${entry.route.method} ${entry.route.path}`,
});

/** Every route with the title used in tests. */
export const titledRoutes = allRoutes.map(withTitle);

export type Walk = Awaited<ReturnType<typeof createWalk>>;

/** Creates a world with one object of each kind and an authorized caller for every route. */
export async function createWalk() {
  const world = await createWorld();
  const { objects, own } = await createOneOfEach(world);

  const callerFor = ({ access }: RouteEntry['route']): Caller => {
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
    /** Returns a valid request to a route. `replacements` replaces some objects. */
    buildRequest: (entry: RouteEntry, replacements: Partial<Objects> = {}) =>
      buildRequest(entry, { ...objects, ...replacements }),
    /** Restores the initial state of all objects and limits. */
    reset,
    /** Restores the state after one response. A refused call changes only the limits. */
    resetAfter: ({ status }: Pick<ClientResponse, 'status'>) =>
      status < 400 ? reset() : world.server.resetLimits(),
  };
}

/** @throws Error for a response with a status of 500 or above. */
export function expectNoServerError({ status, body }: ClientResponse, what: string) {
  if (status < 500) return;
  throw new Error(`${what} responded ${status}: ${JSON.stringify(body)}`);
}
