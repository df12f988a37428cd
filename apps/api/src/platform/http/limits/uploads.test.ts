import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Person, RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { tooManyCalls } from '../../errors.ts';
import { readBodies } from '../body.ts';
import { handleErrors } from '../failures.ts';
import { guard } from '../guard.ts';
import { serve } from '../route.ts';
import { createHttp } from '../server/http.ts';

const MEGABYTE = 1024 * 1024;
const contract = {
  method: 'POST',
  // A call that is in the table of permissions.
  path: '/api/referral/bank-statements/',
  name: 'Upload',
  access: ['organization'],
  cost: 'bulk',
  bodyBytes: 4 * MEGABYTE,
  body: z.object({ data: z.string() }),
  response: z.object({ length: z.int() }),
} as const satisfies RouteContract;
const body = JSON.stringify({ data: 'a'.repeat(MEGABYTE) });

let app: FastifyInstance;
let paid: number;
let handledBodies: string[];
let work: PromiseWithResolvers<void>;
beforeEach(async () => {
  [paid, handledBodies, work] = [0, [], Promise.withResolvers<void>()];
  app = createHttp({ logLevel: 'silent', trustProxy: [] });
  handleErrors(app);
  guard(app, async (organizationId = '') => ({
    user: { id: organizationId, role: 'organization' } as Person,
    organizationId,
    organizationName: '',
    timeZone: async () => 'Europe/Moscow',
    support: async () => [],
    cards: async () => [],
    position: 'owner',
    sessionId: '',
  }));
  app.decorate('payBeforeBody', () => async ({ headers }) => {
    paid += 1;
    if (headers.authorization === 'spent') throw tooManyCalls(60);
  });
  readBodies(app);
  serve(app, contract, async ({ body: { data }, viewer }) => {
    handledBodies.push(viewer.organizationId);
    await work.promise;
    return { length: data.length };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  work.resolve();
  app.server.closeAllConnections();
  await app.close();
});

/** Starts a request of an organization without sending its body. */
function begin(organization: string) {
  const { port } = app.server.address() as AddressInfo;
  const headers = {
    authorization: organization,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const sent: ClientRequest = request({ port, method: 'POST', path: contract.path, headers });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  const status = once(sent, 'response').then(([response]) => {
    (response as IncomingMessage).resume();
    return (response as IncomingMessage).statusCode;
  });
  status.catch(() => undefined);
  return { sent, status };
}
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test('counts an upload before its body is read, and refuses it without reading the body', async () => {
  expect(await begin('spent').status).toBe(429);
  expect([paid, handledBodies]).toEqual([1, []]);
});

test('lets one upload of an organization run and three wait, and refuses the next before its body', async () => {
  const first = begin('busy');
  await until(() => paid === 1);
  const waiting = [begin('busy'), begin('busy'), begin('busy')];
  await until(() => paid === 4);
  expect(await begin('busy').status).toBe(429);
  const other = begin('other');
  other.sent.end(body);
  await until(() => handledBodies.length === 1);
  expect(handledBodies).toEqual(['other']);
  work.resolve();
  expect(await other.status).toBe(200);
  for (const { sent } of [first, ...waiting]) sent.end(body);
  for (const { status } of [first, ...waiting]) expect(await status).toBe(200);
});

test('passes the slot of a disconnected client to the next request', async () => {
  const canceled = begin('busy');
  await until(() => paid === 1);
  const next = begin('busy');
  await until(() => paid === 2);
  canceled.sent.destroy();
  next.sent.end(body);
  work.resolve();
  expect(await next.status).toBe(200);
});

test('frees the slot after a refused body', async () => {
  for (let round = 0; round < 6; round += 1) {
    const broken = begin('busy');
    broken.sent.end('x'.repeat(Buffer.byteLength(body)));
    expect(await broken.status).toBe(400);
  }
});
