import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AuthError, isAuthError, responseError } from './errors.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const answer = (status: number, text: () => Promise<string>, headers = {}) =>
  Object.assign(new Response(null, { status, headers }), { text });
const errorOf = (status: number, text: string, headers = {}) =>
  responseError(answer(status, async () => text, headers));

describe('the error of an unsuccessful response', () => {
  test.each([
    [401, '{"detail":"нет"}', 'refused', 'нет'],
    [400, '', 'refused', null],
    [404, '{}', 'refused', null],
    [403, '<html>', 'unreachable', null],
    [408, '{}', 'unreachable', null],
    [429, '{"detail":"позже"}', 'unreachable', 'позже'],
    [503, '{}', 'unreachable', null],
    [504, '{}', 'unreachable', null],
  ])(
    'the error of a response with status %i and the body %j is %s with the detail %j',
    async (status, text, code, detail) => {
      const error = await errorOf(status, text);
      expect(error).toMatchObject({ code, status, detail, cause: new Error(`HTTP ${status}`) });
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('the error of a response is unreachable when the body cannot be read', async () => {
    const error = await responseError(answer(400, () => Promise.reject(new Error('cut'))));
    expect(error).toMatchObject({ code: 'unreachable', status: 400 });
  });

  test('the error of a response keeps lists of sentences by field and nothing else', async () => {
    const body = { detail: 5, phone: ['Занят.'], code: 'taken', ids: [1], mixed: ['Так.', 1] };
    const error = await errorOf(400, JSON.stringify(body));
    expect(error).toMatchObject({ code: 'refused', message: 'HTTP 400', detail: null, retryAfter: null });
    expect(error.fieldErrors).toEqual({ phone: ['Занят.'] });
  });

  test.each([
    ['3', 3],
    ['0', null],
    ['Mon, 02 Mar 2026 09:00:01 GMT', 1],
    ['Mon, 02 Mar 2026 09:00:00 GMT', null],
    ['soon', null],
  ])('the error of a response reads Retry-After %j as %j seconds', async (header, seconds) => {
    expect((await errorOf(429, '{}', { 'Retry-After': header })).retryAfter).toBe(seconds);
  });
});

const errorNamedAuthError = (code: unknown) => Object.assign(new Error('x'), { name: 'AuthError', code });

test.each(['refused', 'unreachable', 'superseded', 'misconfigured', 'disposed'] as const)(
  'isAuthError recognizes an AuthError with the code %s, including one of another copy of the package',
  (code) => {
    expect(isAuthError(new AuthError(code, 'x'))).toBe(true);
    expect(isAuthError(errorNamedAuthError(code))).toBe(true);
  },
);

test('isAuthError rejects other errors, including the AuthError of another library', () => {
  const others = [
    new Error('x'),
    Object.assign(new Error('x'), { code: 'refused' }),
    null,
    'AuthError',
    { name: 'AuthError', code: 'refused' },
  ];
  const foreign = [undefined, 400, 'invalid_credentials', 'toString', 'not_refused', 'refused_by_owner'].map(
    errorNamedAuthError,
  );
  expect([...others, ...foreign].filter(isAuthError)).toEqual([]);
});
