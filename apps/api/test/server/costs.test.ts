import type { Person, Program, RouteContract } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { handleErrors } from '../../src/platform/http/failures.ts';
import { getPrincipal, guard } from '../../src/platform/http/guard.ts';
import { limitCosts } from '../../src/platform/http/limits/costs.ts';
import { serve } from '../../src/platform/http/route.ts';
import { createHttp } from '../../src/platform/http/server/http.ts';
import { allRoutes, buildRequest } from '../setup/access.ts';
import { OBJECT_KINDS, type Objects } from '../setup/access-bodies.ts';
import { dropDatabase, emptyDatabase } from '../setup/empty-database.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const TEN_MINUTES = 600;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const objects = Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, UNKNOWN_ID])) as Objects;

const withRequest = ({ name, route }: (typeof allRoutes)[number]) => ({
  name,
  method: route.method,
  access: route.access,
  ...buildRequest({ name, route }, objects),
});

describe('expensive calls', () => {
  let world: World;
  let partner: Caller;
  beforeAll(async () => {
    world = await createWorld({ costs: { creation: 2, bulk: 2, export: 2 } });
    partner = (await world.partner()).caller;
  });
  beforeEach(() => world.server.resetLimits());
  afterAll(() => world.stop());

  test.each(allRoutes.filter(({ route }) => route.cost !== undefined).map(withRequest))(
    '$name responds 429 when the limit of ten minutes is reached',
    async ({ method, path, body, access }) => {
      const caller = access.includes('organization') ? world.boss : partner;
      const send = () => caller.send(method, path, body);
      for (let index = 0; index < 2; index += 1) expect((await send()).status).not.toBe(429);
      const response = await send();
      expect([response.status, response.body]).toEqual([
        429,
        { detail: 'Слишком много действий за короткое время. Повторите через 10 мин' },
      ]);
      expect(response.headers.get('retry-after')).toBe(String(TEN_MINUTES));
      world.server.advance(TEN_MINUTES);
      expect((await send()).status).not.toBe(429);
    },
  );

  test('are counted separately for each organization and each kind of cost', async () => {
    const create = (caller: Caller) => caller.post(`${api}/programs/`, { name: world.phone() });
    for (let index = 0; index < 2; index += 1) ok<Program>(await create(world.boss));
    expect((await create(world.boss)).status).toBe(429);
    expect((await world.boss.get(`${api}/leads/export/?format=csv`)).status).toBe(200);
    const other = await world.organization();
    expect((await create(other)).status).toBe(201);
  });

  test('are not counted when the request is invalid', async () => {
    for (let index = 0; index < 5; index += 1)
      expect((await world.boss.post(`${api}/programs/`, { name: 1 })).status).toBe(400);
    expect((await world.boss.post(`${api}/programs/`, { name: world.phone() })).status).toBe(201);
  });

  test('do not limit other calls', async () => {
    for (let index = 0; index < 10; index += 1) ok(await world.boss.get(`${api}/leads/`));
  });
});

test('many expensive calls of one organization do not delay a call of another organization', async () => {
  const contract = {
    method: 'POST',
    // The path of an existing route, so that the guard finds its permission.
    path: '/api/referral/programs/',
    name: 'Things',
    access: ['organization'],
    cost: 'bulk',
    response: z.object({}),
  } as const satisfies RouteContract;
  const { db } = await emptyDatabase();
  const app = createHttp({ logLevel: 'silent', trustProxy: [] });
  handleErrors(app);
  guard(app, async (organizationId = '') => ({
    user: { id: 'somebody', role: 'organization' } as Person,
    organizationId,
    organizationName: '',
    timeZone: async () => 'Europe/Moscow',
    support: async () => [],
    cards: async () => [],
    position: 'owner',
    sessionId: '',
  }));
  limitCosts(app, {
    db,
    clock: () => new Date(),
    settings: { creation: 100, bulk: 100, export: 100 },
  });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isBusy, resolve: markBusy } = Promise.withResolvers<void>();
  let running = 0;
  serve(app, contract, async ({ request }) => {
    if (getPrincipal(request).organizationId !== 'busy') return {};
    running += 1;
    if (running === 2) markBusy();
    await released;
    return {};
  });
  const call = (authorization: string) =>
    app.inject({ method: 'POST', url: contract.path, headers: { authorization } });

  const { promise: threeRefused, resolve: markThreeRefused } = Promise.withResolvers<void>();
  const refusals: unknown[] = [];
  const calls = Array.from({ length: 25 }, async () => {
    const { statusCode, headers } = await call('busy');
    if (statusCode !== 200 && refusals.push([statusCode, headers['retry-after']]) === 3) markThreeRefused();
    return statusCode;
  });
  await isBusy;
  // Two calls run, twenty wait and three are refused.
  await threeRefused;
  expect(refusals).toEqual(Array.from({ length: 3 }, () => [429, '5']));
  expect((await call('other')).statusCode).toBe(200);
  expect(running).toBe(2);
  release();
  expect((await Promise.all(calls)).filter((status) => status === 200)).toHaveLength(22);
  await app.close();
  await dropDatabase();
});
