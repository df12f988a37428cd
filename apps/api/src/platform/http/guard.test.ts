import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unauthorized } from '../errors.ts';
import { handleErrors } from './failures.ts';
import { getPrincipal, guard } from './guard.ts';
import { createHttp } from './server/http.ts';

const person = (role: 'organization' | 'partner' | null) => ({
  organizationId: null,
  organizationName: '',
  timeZone: async () => 'Europe/Moscow',
  support: async () => [],
  cards: async () => [],
  position: null,
  sessionId: 's',
  user: {
    id: 'u',
    phone: '',
    role,
    first_name: '',
    last_name: '',
    father_name: '',
    email: '',
    is_email_confirmed: false,
  },
});

let app: FastifyInstance;
let authentications: number;
beforeEach(() => {
  authentications = 0;
  app = createHttp({ logLevel: 'silent', trustProxy: [] });
  guard(app, async (header) => {
    authentications += 1;
    if (header === undefined) throw unauthorized({ detail: 'Кто вы' });
    return person(header === 'organization' || header === 'partner' ? header : null);
  });
  handleErrors(app);
});
afterEach(() => app.close());

test('a route without an access rule is refused at registration', () => {
  expect(() => app.get('/open', () => 'x')).toThrow('GET /open does not say who may call it');
});

describe('a route', () => {
  beforeEach(() => {
    app.get('/public', { config: { access: 'public' } }, () => ({ ok: true }));
    app.get('/any', { config: { access: 'authenticated' } }, (request) => getPrincipal(request).user);
    app.get('/staff', { config: { access: ['organization'] } }, () => ({ ok: true }));
  });

  const status = async (url: string, authorization?: string, method: 'GET' | 'HEAD' = 'GET') =>
    (await app.inject({ url, method, headers: authorization === undefined ? {} : { authorization } }))
      .statusCode;

  test('does not authenticate when it is public', async () => {
    expect(await status('/public', 'organization')).toBe(200);
    expect(authentications).toBe(0);
  });

  test('admits every role and users without a role, and no others, when it is for signed-in users', async () => {
    expect(await status('/any')).toBe(401);
    expect(await status('/any', 'partner')).toBe(200);
    expect(await status('/any', 'nobody')).toBe(200);
  });

  test('responds 403 to the other roles when it is for one role', async () => {
    expect(await status('/staff', 'organization')).toBe(200);
    expect(await status('/staff', 'partner')).toBe(403);
    expect(await status('/staff', 'nobody')).toBe(403);
    expect(await status('/staff')).toBe(401);
  });

  test('is guarded for HEAD as for GET, and authenticates once', async () => {
    expect(await status('/staff', 'partner', 'HEAD')).toBe(403);
    expect(authentications).toBe(1);
    expect(await status('/staff', undefined, 'HEAD')).toBe(401);
  });

  test('has no principal when it is public', async () => {
    app.get('/broken', { config: { access: 'public' } }, (request) => getPrincipal(request));
    expect(await status('/broken')).toBe(500);
  });
});
