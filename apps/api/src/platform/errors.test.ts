import { expect, test } from 'vitest';
import { internal, tooManyAttempts } from './errors.ts';

test.each([
  [1, '1 с'],
  [59, '59 с'],
  [60, '1 мин'],
  [61, '2 мин'],
  [840, '14 мин'],
  [841, '15 мин'],
])('a wait of %i seconds is written as %s', (seconds, wait) => {
  const { status, body, headers } = tooManyAttempts(seconds).response;
  expect(status).toBe(429);
  expect(body).toEqual({ detail: `Слишком много попыток. Повторите через ${wait}` });
  expect(headers).toEqual({ 'retry-after': String(seconds) });
});

test('an internal error reveals only its number', () => {
  expect(internal('7F3A-21KD').response).toEqual({
    status: 500,
    headers: {},
    body: {
      detail: 'На сервере произошла ошибка. Номер для техподдержки: 7F3A-21KD',
      code: 'server_error',
      incident: '7F3A-21KD',
    },
  });
});
