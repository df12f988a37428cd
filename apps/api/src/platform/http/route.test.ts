import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { handleErrors } from './failures.ts';
import { serve } from './route.ts';
import { createHttp } from './server/http.ts';

const contract = {
  method: 'POST',
  path: '/api/things/',
  name: 'Things',
  access: 'public',
  body: z.object({ name: z.string() }),
  response: z.object({ id: z.number() }),
} as const;

let app: FastifyInstance;
beforeEach(() => {
  app = createHttp({ logLevel: 'silent', trustProxy: [] });
  handleErrors(app);
});
afterEach(() => app.close());
const post = (payload: object) => app.inject({ method: 'POST', url: contract.path, payload });

test('a response never contains a field outside the contract', async () => {
  const row = { id: 1, password_hash: 'secret' };
  serve(app, contract, async () => row);
  expect((await post({ name: 'x' })).json()).toEqual({ id: 1 });
});

test('a handler gets only fields of the contract', async () => {
  let receivedBody: unknown;
  serve(app, contract, async ({ body }) => {
    receivedBody = body;
    return { id: 1 };
  });
  await post({ name: 'x', admin: true });
  expect(receivedBody).toEqual({ name: 'x' });
});

test('a response that violates the contract is a defect', async () => {
  serve(app, contract, async () => ({ id: 'one' }) as unknown as { id: number });
  expect((await post({ name: 'x' })).statusCode).toBe(500);
});
