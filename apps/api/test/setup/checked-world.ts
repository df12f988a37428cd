import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createMoneyProblems, findMoneyProblems } from './money-problems.ts';
import { createWorld, type World } from './world.ts';

/**
 * Starts a server for the tests of a file. After each test, the money of its partners has no problems.
 *
 * @returns the list that a test adds its partners to.
 */
export function useCheckedWorld(onStart: (world: World) => void): string[] {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await createMoneyProblems(world.server.db);
    onStart(world);
  });
  afterAll(() => world.stop());

  const partners: string[] = [];
  afterEach(async () => {
    const { organizationId } = await world.server.db
      .selectFrom('partners')
      .select('organization_id as organizationId')
      .where('id', '=', partners[0] ?? '')
      .executeTakeFirstOrThrow();
    expect(await findMoneyProblems(world.server.db, { organizationId, partners })).toEqual([]);
    partners.length = 0;
  });
  return partners;
}
