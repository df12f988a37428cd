import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';

const phone = '+79000000001';
const password = 'demo-organization';
const json = { 'content-type': 'application/json' };

const PAIR = {
  access: expect.stringMatching(/^\S+\.\S+\.\S+$/),
  refresh: expect.stringMatching(/^\S+\.\S+\.\S+$/),
};
const WRONG = { detail: 'Неверный номер телефона или пароль.' };
const REQUIRED = ['Обязательное поле.'];
const EMPTY = ['Это поле не может быть пустым.'];
const NOT_TEXT = ['Введите текст.'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const inactive = await server.createUser({ phone: '+79000000003', password, role: 'partner' });
  await server.setActive(inactive, false);
});
beforeEach(() => server.resetLimits());
afterAll(() => server.stop());

const NOT_RUSSIAN = { phone: ['Введите российский номер телефона, например +7 916 123-45-67.'] };

type Case = [name: string, status: number, body: unknown, request: RequestInit];

const requestOf = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: json,
  body: JSON.stringify(body),
});
const raw = (body: string | Buffer | URLSearchParams | null, type?: string): RequestInit => ({
  method: 'POST',
  body,
  ...(type && { headers: { 'content-type': type } }),
});
const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};

const CASES: Case[] = [
  ['an employee', 200, PAIR, requestOf({ phone, password })],
  ['a partner', 200, PAIR, requestOf({ phone: '+79000000002', password: 'demo-partner' })],
  ['a URL-encoded form', 200, PAIR, raw(new URLSearchParams({ phone, password }))],
  ['a multipart form', 200, PAIR, { method: 'POST', body: form({ phone, password }) }],
  [
    'white space around both values',
    200,
    PAIR,
    requestOf({ phone: ` ${phone} `, password: `\t${password} ` }),
  ],
  ['an unexpected captcha token', 200, PAIR, requestOf({ phone, password, 'smart-token': 'x' })],
  ['null as captcha token', 200, PAIR, requestOf({ phone, password, 'smart-token': null })],
  [
    'a __proto__ key',
    200,
    PAIR,
    raw(`{"__proto__":{"phone":1},"phone":"${phone}","password":"${password}"}`, json['content-type']),
  ],
  ['unknown keys', 200, PAIR, requestOf({ phone, password, other: [{}] })],
  ['a wrong password', 401, WRONG, requestOf({ phone, password: 'wrong' })],
  ['an unknown phone', 401, WRONG, requestOf({ phone: '+79990000000', password })],
  ['an inactive user with the right password', 401, WRONG, requestOf({ phone: '+79000000003', password })],
  ['a phone of another country', 400, NOT_RUSSIAN, requestOf({ phone: '+375 29 123-45-67', password })],
  [
    'an international call prefix in the phone',
    400,
    NOT_RUSSIAN,
    requestOf({ phone: '00 7 900 000-00-01', password }),
  ],
  ['a phone with an unassigned code', 400, NOT_RUSSIAN, requestOf({ phone: '+7 512 345-67-89', password })],
  ['an incomplete phone', 401, WRONG, requestOf({ phone: '+7 900 000', password })],
  ['a number as the phone', 401, WRONG, requestOf({ phone: 12, password })],
  ['no password', 400, { password: REQUIRED }, requestOf({ phone })],
  ['no phone', 400, { phone: REQUIRED }, requestOf({ password })],
  ['neither phone nor password', 400, { phone: REQUIRED, password: REQUIRED }, requestOf({})],
  ['an empty JSON body', 400, { phone: REQUIRED, password: REQUIRED }, raw(null, json['content-type'])],
  ['no body and no content type', 400, { phone: REQUIRED, password: REQUIRED }, raw(null)],
  ['blank values', 400, { phone: EMPTY, password: EMPTY }, requestOf({ phone: '', password: '  ' })],
  ['nulls', 400, { phone: EMPTY, password: EMPTY }, requestOf({ phone: null, password: null })],
  [
    'an object and a list as values',
    400,
    { phone: NOT_TEXT, password: NOT_TEXT },
    requestOf({ phone: {}, password: [] }),
  ],
  ['a boolean as the phone', 400, { phone: NOT_TEXT }, requestOf({ phone: true, password })],
  [
    'a NUL character in the phone',
    400,
    { phone: [expect.stringContaining('нулевой байт')] },
    requestOf({ phone: 'a\0', password }),
  ],
  [
    'an array as the body',
    400,
    { non_field_errors: [expect.stringContaining('массив')] },
    requestOf([phone]),
  ],
  [
    'a string as the body',
    400,
    { non_field_errors: [expect.stringContaining('Ожидался объект')] },
    requestOf('x'),
  ],
  [
    'null as the body',
    400,
    { non_field_errors: [expect.stringContaining('пустое значение')] },
    requestOf(null),
  ],
  [
    'malformed JSON',
    400,
    { detail: expect.stringContaining('JSON') },
    raw('{"phone":', json['content-type']),
  ],
  [
    'a body that is not JSON',
    400,
    { detail: expect.stringContaining('JSON') },
    raw('phone', json['content-type']),
  ],
  [
    'invalid UTF-8',
    400,
    { detail: expect.stringContaining('UTF-8') },
    raw(Buffer.from('{"phone":"\xff"}', 'latin1'), json['content-type']),
  ],
  [
    'plain text',
    415,
    { detail: 'Неподдерживаемый тип данных "text/plain" в запросе.' },
    raw('x', 'text/plain'),
  ],
  ['the method GET', 405, { detail: 'Метод "GET" не разрешен.' }, {}],
  ['the method HEAD', 405, '', { method: 'HEAD' }],
  ['the method PUT', 405, { detail: 'Метод "PUT" не разрешен.' }, { method: 'PUT' }],
  [
    'the method OPTIONS',
    200,
    expect.objectContaining({ name: 'Login', renders: ['application/json'] }),
    { method: 'OPTIONS' },
  ],
  [
    'Accept: text/html',
    406,
    { detail: 'Невозможно удовлетворить "Accept" заголовок запроса.' },
    { ...requestOf({ phone, password }), headers: { ...json, accept: 'text/html' } },
  ],
];

describe('POST /api/accounts/login/', () => {
  test.each(CASES)(
    'responds to %s with %i',
    { tags: ['spec/3.login.response'] },
    async (_name, status, body, request) => {
      const response = await createClient(server).request('/api/accounts/login/', request);
      expect(response).toMatchObject({ status, body });
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer realm="api"' : null);
      if (status === 405) expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    },
  );

  test('forbids browsers to cache, sniff or frame the response', async () => {
    const { headers } = await createClient(server).post('/api/accounts/login/', { phone, password });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/),
    });
  });

  test('accepts the path without its trailing slash', async () => {
    const response = await createClient(server).post('/api/accounts/login', { phone, password });
    expect(response).toMatchObject({ status: 200, body: PAIR });
  });

  test.each(['GET', 'POST', 'PATCH', 'DELETE', 'PUT'])(
    '%s of an unknown path responds 404 in JSON',
    async (method) => {
      const body = method === 'GET' ? null : '{"phone":';
      const response = await createClient(server).request('/api/accounts/nothing/', {
        method,
        headers: json,
        body,
      });
      expect(response).toMatchObject({ status: 404, body: { detail: 'Страница не найдена.' } });
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );
});
