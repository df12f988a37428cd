import { AuthError } from '@referral-dashboard/auth-core';
import { expect, test } from 'vitest';
import { ApiFailure } from '../api/failure.ts';
import { explainError } from './explain-error.ts';

test('the detail of the server is shown unchanged', () => {
  const error = new AuthError('refused', 'Ошибка входа', { status: 401, detail: 'Неверный пароль' });
  expect(explainError(error, 'Ошибка входа').alert).toEqual({ title: 'Неверный пароль', advice: '' });
});

test.each([
  [840, 'через 14\u00a0мин'],
  [841, 'через 15\u00a0мин'],
  [30, 'через 30\u00a0с'],
  [null, 'позже'],
])('a rate limit with a delay of %s seconds is described as «%s»', (retryAfter, when) => {
  const error = new AuthError('unreachable', 'Ошибка входа', { status: 429, retryAfter });
  expect(explainError(error, '').alert.advice).toBe(`Слишком много попыток. Повторите ${when}.`);
});

test('a rate limit with a detail of the server gets no additional advice', () => {
  const detail = 'Слишком много попыток. Повторите через 14 мин';
  const error = new AuthError('unreachable', detail, { status: 429, detail, retryAfter: 840 });
  expect(explainError(error, '').alert).toEqual({ title: detail, advice: '' });
});

test('a lost connection and a server error have different advice, and both state that input is kept', () => {
  const silent = explainError(new AuthError('unreachable', 'Ошибка входа'), '').alert.advice;
  const broken = explainError(new AuthError('unreachable', 'Ошибка входа', { status: 502 }), '').alert.advice;
  expect(silent).toContain('Нет связи с сервером');
  expect(broken).toContain('Сервер не отвечает');
  for (const advice of [silent, broken]) expect(advice).toContain('введенное сохранено');
});

test('an unknown error shows the fallback title and not its English message', () => {
  expect(explainError(new TypeError('x is undefined'), 'Не удалось сохранить').alert.title).toBe(
    'Не удалось сохранить',
  );
});

test('messages of the requested fields are returned by field, others are the advice of the alert', () => {
  const error = new AuthError('refused', '', {
    fieldErrors: { phone: ['Обязательное поле.'], non_field_errors: ['Недопустимые данные.'] },
  });
  const explanation = explainError(error, 'Не сохранено', { fields: ['phone', 'password'] });
  expect(explanation.fields).toEqual({ phone: 'Введите телефон' });
  expect(explanation.alert).toEqual({ title: 'Не сохранено', advice: 'Недопустимые данные.' });
  expect(explanation.sentence).toBe('Введите телефон. Недопустимые данные.');
});

test('an error whose fields show all messages has no alert', () => {
  const error = new ApiFailure({ status: 400, fieldErrors: { phone: ['Обязательное поле.'] } });
  expect(explainError(error, 'Не сохранено', { fields: ['phone'] }).alert).toBeNull();
  expect(explainError(error, 'Не сохранено').alert.advice).toBe('Введите телефон.');
});

test.each([
  [{ status: 409, detail: 'Уже изменено.' }, 'Уже изменено'],
  [{}, 'Ваши фильтры на месте. Нет связи с сервером. Проверьте подключение и повторите'],
  [{ status: 502 }, 'Ваши фильтры на месте. Сервер не отвечает. Повторите через минуту'],
  [{ status: 500, incident: '7F3A-21' }, 'Ваши фильтры на месте. Номер для техподдержки: 7F3A-21'],
])('the failure %j of a read is the sentence «%s»', (failure, sentence) => {
  const error = new ApiFailure(failure);
  expect(explainError(error, 'Не загружено', { reassurance: 'Ваши фильтры на месте' }).sentence).toBe(
    sentence,
  );
});

test('advice for an unknown error of a read does not mention input', () => {
  const read = explainError(new TypeError('x is undefined'), 'Не загружено', {
    reassurance: 'Фильтры на месте',
  });
  expect(read.sentence).toBe('Фильтры на месте. Повторите попытку');
});

test('an API failure is described by its detail, otherwise by the fallback title and advice', () => {
  const detail = 'Данные успел изменить кто-то другой.';
  expect(explainError(new ApiFailure({ status: 409, detail }), 'Не сохранено').alert).toEqual({
    title: detail,
    advice: '',
  });
  expect(explainError(new ApiFailure({}), 'Не сохранено').alert).toEqual({
    title: 'Не сохранено',
    advice: 'Нет связи с сервером. Проверьте подключение и повторите: введенное сохранено.',
  });
  expect(
    explainError(new ApiFailure({ status: 200, code: 'unexpected_answer' }), 'Не сохранено').alert,
  ).toEqual({
    title: 'Не сохранено',
    advice: 'Сервер ответил не так, как ожидалось. Обновите страницу.',
  });
});
