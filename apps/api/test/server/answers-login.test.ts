import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { clientOf } from '../setup/client.ts';

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

const posted = (body: unknown): RequestInit => ({
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
  ['a person of role organization', 200, PAIR, posted({ phone, password })],
  ['a partner', 200, PAIR, posted({ phone: '+79000000002', password: 'demo-partner' })],
  ['a form', 200, PAIR, raw(new URLSearchParams({ phone, password }))],
  ['a multipart form', 200, PAIR, { method: 'POST', body: form({ phone, password }) }],
  ['blanks around both values', 200, PAIR, posted({ phone: ` ${phone} `, password: `\t${password} ` })],
  ['a captcha token that nobody asked for', 200, PAIR, posted({ phone, password, 'smart-token': 'x' })],
  ['no captcha token but null', 200, PAIR, posted({ phone, password, 'smart-token': null })],
  [
    '__proto__',
    200,
    PAIR,
    raw(`{"__proto__":{"phone":1},"phone":"${phone}","password":"${password}"}`, json['content-type']),
  ],
  ['keys that are not known', 200, PAIR, posted({ phone, password, other: [{}] })],
  ['a wrong password', 401, WRONG, posted({ phone, password: 'wrong' })],
  ['an unknown phone', 401, WRONG, posted({ phone: '+79990000000', password })],
  ['an inactive user with the right password', 401, WRONG, posted({ phone: '+79000000003', password })],
  ['a phone of another country', 400, NOT_RUSSIAN, posted({ phone: '+375 29 123-45-67', password })],
  [
    'a phone written for a call from abroad',
    400,
    NOT_RUSSIAN,
    posted({ phone: '00 7 900 000-00-01', password }),
  ],
  ['a phone with a code that nobody has', 400, NOT_RUSSIAN, posted({ phone: '+7 512 345-67-89', password })],
  ['half a phone', 401, WRONG, posted({ phone: '+7 900 000', password })],
  ['a number as phone', 401, WRONG, posted({ phone: 12, password })],
  ['no password', 400, { password: REQUIRED }, posted({ phone })],
  ['no phone', 400, { phone: REQUIRED }, posted({ password })],
  ['neither', 400, { phone: REQUIRED, password: REQUIRED }, posted({})],
  ['no body of type JSON', 400, { phone: REQUIRED, password: REQUIRED }, raw(null, json['content-type'])],
  ['no body and no type', 400, { phone: REQUIRED, password: REQUIRED }, raw(null)],
  ['blank values', 400, { phone: EMPTY, password: EMPTY }, posted({ phone: '', password: '  ' })],
  ['nulls', 400, { phone: EMPTY, password: EMPTY }, posted({ phone: null, password: null })],
  ['an object and a list', 400, { phone: NOT_TEXT, password: NOT_TEXT }, posted({ phone: {}, password: [] })],
  ['a boolean', 400, { phone: NOT_TEXT }, posted({ phone: true, password })],
  [
    'a NUL in the phone',
    400,
    { phone: [expect.stringContaining('нулевой байт')] },
    posted({ phone: 'a\0', password }),
  ],
  ['an array', 400, { non_field_errors: [expect.stringContaining('массив')] }, posted([phone])],
  ['a string', 400, { non_field_errors: [expect.stringContaining('Ожидался объект')] }, posted('x')],
  ['null', 400, { non_field_errors: [expect.stringContaining('пустое значение')] }, posted(null)],
  [
    'malformed JSON',
    400,
    { detail: expect.stringContaining('JSON') },
    raw('{"phone":', json['content-type']),
  ],
  ['what is not JSON', 400, { detail: expect.stringContaining('JSON') }, raw('phone', json['content-type'])],
  [
    'bytes that are not UTF-8',
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
  ['GET', 405, { detail: 'Метод "GET" не разрешен.' }, {}],
  ['HEAD', 405, '', { method: 'HEAD' }],
  ['PUT', 405, { detail: 'Метод "PUT" не разрешен.' }, { method: 'PUT' }],
  [
    'OPTIONS',
    200,
    expect.objectContaining({ name: 'Login', renders: ['application/json'] }),
    { method: 'OPTIONS' },
  ],
  [
    'Accept: text/html',
    406,
    { detail: 'Невозможно удовлетворить "Accept" заголовок запроса.' },
    { ...posted({ phone, password }), headers: { ...json, accept: 'text/html' } },
  ],
];

describe('login answers', () => {
  test.each(CASES)('%s: %i', { tags: ['spec/3.login.response'] }, async (_name, status, body, request) => {
    const answer = await clientOf(server).request('/api/accounts/login/', request);
    expect(answer).toMatchObject({ status, body });
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer realm="api"' : null);
    if (status === 405) expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  });

  test('nothing that a browser would keep, guess the type of, or show in a frame', async () => {
    const { headers } = await clientOf(server).post('/api/accounts/login/', { phone, password });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/),
    });
  });

  test('the address without its trailing slash like the one with it', async () => {
    const answer = await clientOf(server).post('/api/accounts/login', { phone, password });
    expect(answer).toMatchObject({ status: 200, body: PAIR });
  });

  test.each(['GET', 'POST', 'PATCH', 'DELETE', 'PUT'])(
    'an unknown path to %s: 404 in JSON',
    async (method) => {
      const body = method === 'GET' ? null : '{"phone":';
      const answer = await clientOf(server).request('/api/accounts/nothing/', {
        method,
        headers: json,
        body,
      });
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Страница не найдена.' } });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );
});
