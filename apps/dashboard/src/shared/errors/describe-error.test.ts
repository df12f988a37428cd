import { AuthError } from '@referral-dashboard/auth-core';
import { expect, test } from 'vitest';
import { ApiFailure } from '../api/failure.ts';
import { describeError } from './describe-error.ts';
import { fieldErrorsOf } from './field-errors.ts';

test('the server’s detail is shown word for word', () => {
  const error = new AuthError('refused', 'Ошибка входа', { status: 401, detail: 'Неверный пароль' });
  expect(describeError(error, 'Ошибка входа')).toEqual({ title: 'Неверный пароль', advice: '' });
});

test.each([
  [840, 'через 14\u00a0мин'],
  [841, 'через 15\u00a0мин'],
  [30, 'через 30\u00a0с'],
  [null, 'позже'],
])('too many attempts with %s seconds to wait say «%s»', (retryAfter, when) => {
  const error = new AuthError('unreachable', 'Ошибка входа', { status: 429, retryAfter });
  expect(describeError(error, '').advice).toBe(`Слишком много попыток. Повторите ${when}.`);
});

test('too many attempts that the server explains itself are not explained twice', () => {
  const detail = 'Слишком много попыток. Повторите через 14 мин';
  const error = new AuthError('unreachable', detail, { status: 429, detail, retryAfter: 840 });
  expect(describeError(error, '')).toEqual({ title: detail, advice: '' });
});

test('no connection is told apart from a server in trouble, and both say that nothing is lost', () => {
  const silent = describeError(new AuthError('unreachable', 'Ошибка входа'), '').advice;
  const broken = describeError(new AuthError('unreachable', 'Ошибка входа', { status: 502 }), '').advice;
  expect(silent).toContain('Нет связи с сервером');
  expect(broken).toContain('Сервер не отвечает');
  for (const advice of [silent, broken]) expect(advice).toContain('введенное сохранено');
});

test('a failure of another kind shows what failed and never its English text', () => {
  expect(describeError(new TypeError('x is undefined'), 'Не удалось сохранить').title).toBe(
    'Не удалось сохранить',
  );
});

test('errors of fields that are not on the screen are not lost', () => {
  const error = new AuthError('refused', '', {
    fieldErrors: { phone: ['Обязательное поле.'], non_field_errors: ['Недопустимые данные.'] },
  });
  expect(fieldErrorsOf(error, ['phone', 'password'])).toEqual({
    fields: { phone: 'Обязательное поле.' },
    rest: 'Недопустимые данные.',
  });
});

test('a call of the API says what the server said, else what failed and what to do', () => {
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
