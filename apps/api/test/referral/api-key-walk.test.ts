import { API_SCOPES, type ApiScope, getScope, SCOPES } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allRoutes } from '../setup/access.ts';
import { createWalk, type Walk } from '../setup/walk.ts';
import { type Caller, createCaller } from '../setup/world.ts';

describe('every route', () => {
  let walk: Walk;
  const callers = new Map<ApiScope, Caller>();
  beforeAll(async () => {
    walk = await createWalk();
    const { world } = walk;
    for (const scope of API_SCOPES)
      callers.set(scope, createCaller(world.server, (await world.apiKey([scope], world.boss)).secret));
  });
  beforeEach(() => walk.world.server.resetLimits());
  afterAll(() => walk.stop());

  const protectedRoutes = allRoutes.filter(({ route }) => route.access !== 'public');

  test.each(API_SCOPES)('of another scope refuses a key with the scope %s', async (scope) => {
    const caller = callers.get(scope) ?? walk.world.anonymous;
    const answers: unknown[] = [];
    for (const entry of protectedRoutes.filter(({ route }) => getScope(route) !== scope)) {
      const { path, body } = walk.buildRequest(entry);
      const { status } = await caller.send(entry.route.method, path, body);
      if (status !== 403) answers.push([entry.name, status]);
    }
    expect(answers).toEqual([]);
  });

  test.each(API_SCOPES)('of the scope %s is open to its keys', async (scope) => {
    const caller = callers.get(scope) ?? walk.world.anonymous;
    const own = protectedRoutes.filter(({ route }) => getScope(route) === scope);
    expect(own).not.toEqual([]);
    for (const entry of own) {
      const { path, body } = walk.buildRequest(entry);
      const response = await caller.send(entry.route.method, path, body);
      expect([entry.name, response.status]).toEqual([entry.name, expect.toSatisfy(isPermitted)]);
      await walk.resetAfter(response);
    }
  });

  test('that a key may call belongs to the organization and is no call of people, keys, approvals or files', () => {
    const open = allRoutes.filter(({ route }) => getScope(route) !== undefined);
    expect(open).toHaveLength(Object.keys(SCOPES).length);
    for (const { name, route } of open) {
      expect(route.access, name).toContain('organization');
      expect(route.path, name).toMatch(
        /^\/api\/(referral\/(leads|clients|sales|waiting-sales|partners|links|programs|accruals|payments)|public\/conversions)\//,
      );
      expect(route.path, name).not.toMatch(
        /approve|export|downloads|invitation|recovery|phone|switch|statement|payout-methods/,
      );
      expect(route.media, name).toBeUndefined();
      if (/accruals|payments|programs:/.test(getScope(route) ?? '')) expect(route.method, name).toBe('GET');
    }
  });
});

const isPermitted = (status: unknown) =>
  typeof status === 'number' && ![401, 403].includes(status) && status < 500;
