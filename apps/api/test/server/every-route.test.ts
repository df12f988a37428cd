import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Access, type RouteContract, routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { routePath } from '../../src/platform/http/route.ts';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { allRoutes, buildRequest } from '../setup/access.ts';
import type { Objects } from '../setup/access-bodies.ts';
import { rawRequest } from '../setup/raw.ts';

type Served = { call: string; access: Access | undefined; contract: RouteContract | undefined };

const served: Served[] = [];
let server: TestServer;
beforeAll(async () => {
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat())
        served.push({ call: `${one} ${url}`, access: config?.access, contract: config?.contract });
    });
  };
  subscribe('fastify.initialization', listen);
  server = await startTestServer();
  unsubscribe('fastify.initialization', listen);
});
afterAll(() => server.stop());

const contract: RouteContract[] = Object.values(routes);
const callOf = ({ method, path }: RouteContract) => `${method} ${routePath(path)}`;

describe('a route of the contract', () => {
  test.each(contract.map((route) => ({ route, call: callOf(route) })))(
    '$call is registered once, with the access of the contract',
    ({ route, call }) => {
      const [one, ...others] = served.filter((each) => each.call === call);
      expect(others).toEqual([]);
      expect(one?.access).toBe(route.access);
      expect(one?.contract).toBe(route);
    },
  );

  test('needs an example body before the tests can call it when it takes a body', () => {
    const route: RouteContract = {
      method: 'POST',
      path: '/api/new/',
      name: 'New',
      access: 'public',
      body: z.object({}),
      response: z.object({}),
    };
    const ask = () => buildRequest({ name: 'new' as 'login', route }, {} as Objects);
    expect(ask).toThrow('BODIES has no body for new');
  });

  test('has a valid example request for the tests that call every route', () => {
    const id = '00000000-0000-0000-0000-000000000000';
    const objects: Objects = {
      program: id,
      enrollment: id,
      group: id,
      personalTerms: id,
      partner: id,
      link: id,
      lead: id,
      leadComment: id,
      client: id,
      sale: id,
      waitingSale: id,
      import: id,
      accrual: id,
      payment: id,
      registry: id,
      fileDownload: id,
      bankStatement: id,
      act: id,
      method: id,
      session: id,
      listView: id,
      delivery: id,
      webhook: id,
      webhookDelivery: id,
      crmConnection: id,
      siteForm: id,
      outsideEvent: id,
      journalEntry: id,
      apiKey: id,
      employee: id,
      employeeInvitation: id,
      code: 'abc',
      joinCode: '0123456789ab',
    };
    for (const entry of allRoutes) {
      const { path, body } = buildRequest(entry, objects);
      expect(path, entry.name).not.toMatch(/[{}]|\/\/|undefined/);
      expect(entry.route.body?.safeParse(body).error, entry.name).toBeUndefined();
    }
  });
});

test('routes under /api/ that are not in the contract respond 404 or 405, except the docs page and OPTIONS', async () => {
  const known = new Set(contract.map(callOf));
  const undocumented = served.filter(({ call }) => / \/api\//.test(call) && !known.has(call));
  const headOf = ({ call }: Served) => known.has(call.replace(/^HEAD/, 'GET'));
  const responding: string[] = [];
  for (const { call } of undocumented.filter((one) => !(one.call.startsWith('HEAD ') && headOf(one)))) {
    const [method = '', path = ''] = call.split(' ');
    const { status } = await rawRequest(server, { method, path });
    if (![404, 405].includes(status)) responding.push(`${call} ${status}`);
  }
  const isDescription = (line: string) => /^OPTIONS .* 200$/.test(line);
  expect(new Set(responding.filter((line) => !isDescription(line)))).toEqual(
    new Set(
      ['', 'swagger-ui.css', 'swagger-ui-bundle.js'].flatMap((name) =>
        ['GET', 'HEAD'].map((method) => `${method} /api/docs/${name} 200`),
      ),
    ),
  );
});
