import { AuthError } from '@referral-dashboard/auth-core';
import { expect, test } from 'vitest';
import { ApiFailure } from '../api/failure.ts';
import { describeError } from './describe-error.ts';
import { splitFieldErrors } from './field-errors.ts';

test('the detail of the server is shown unchanged', () => {
  const error = new AuthError('refused', 'Ошибка входа', { status: 401, detail: 'Неверный пароль' });
  expect(describeError(error, 'Ошибка входа')).toEqual({ title: 'Неверный пароль', advice: '' });
});

test.each([
  [840, 'через 14\u00a0мин'],
  [841, 'через 15\u00a0мин'],
  [30, 'через 30\u00a0с'],
  [null, 'позже'],
])('a rate limit with a delay of %s seconds is described as «%s»', (retryAfter, when) => {
  const error = new AuthError('unreachable', 'Ошибка входа', { status: 429, retryAfter });
  expect(describeError(error, '').advice).toBe(`Слишком много попыток. Повторите ${when}.`);
});

test('a rate limit with a detail of the server gets no additional advice', () => {
  const detail = 'Слишком много попыток. Повторите через 14 мин';
  const error = new AuthError('unreachable', detail, { status: 429, detail, retryAfter: 840 });
  expect(describeError(error, '')).toEqual({ title: detail, advice: '' });
});

test('a lost connection and a server error have different advice, and both state that input is kept', () => {
  const silent = describeError(new AuthError('unreachable', 'Ошибка входа'), '').advice;
  const broken = describeError(new AuthError('unreachable', 'Ошибка входа', { status: 502 }), '').advice;
  expect(silent).toContain('Нет связи с сервером');
  expect(broken).toContain('Сервер не отвечает');
  for (const advice of [silent, broken]) expect(advice).toContain('введенное сохранено');
});

test('an unknown error shows the fallback title and not its English message', () => {
  expect(describeError(new TypeError('x is undefined'), 'Не удалось сохранить').title).toBe(
    'Не удалось сохранить',
  );
});

test('errors of unknown fields are returned as the rest', () => {
  const error = new AuthError('refused', '', {
    fieldErrors: { phone: ['Обязательное поле.'], non_field_errors: ['Недопустимые данные.'] },
  });
  expect(splitFieldErrors(error, ['phone', 'password'])).toEqual({
    fields: { phone: 'Обязательное поле.' },
    rest: 'Недопустимые данные.',
  });
});

test('an API failure is described by its detail, otherwise by the fallback title and advice', () => {
  const detail = 'Данные успел изменить кто-то другой.';
  expect(describeError(new ApiFailure({ status: 409, detail }), 'Не сохранено')).toEqual({
    title: detail,
    advice: '',
  });
  expect(describeError(new ApiFailure({}), 'Не сохранено')).toEqual({
    title: 'Не сохранено',
    advice: 'Нет связи с сервером. Проверьте подключение и повторите: введенное сохранено.',
  });
  expect(describeError(new ApiFailure({ status: 200, code: 'unexpected_answer' }), 'Не сохранено')).toEqual({
    title: 'Не сохранено',
    advice: 'Сервер ответил не так, как ожидалось. Обновите страницу.',
  });
});
