import { text } from '@referral-dashboard/api-contract';
import { expect, test } from 'vitest';
import { toFieldSentence } from './field-sentences.ts';

const describe = (field: string, value: unknown) =>
  toFieldSentence(field, text({ min: 2, max: 151 }).safeParse(value).error?.issues[0]?.message ?? '');

test.each([
  ['last_name', undefined, 'Введите фамилию'],
  ['last_name', ' ', 'Введите фамилию'],
  ['objection', null, 'Напишите, с чем вы не согласны'],
  ['landing.name', '', 'Введите название'],
  ['unknown', '', 'Заполните поле'],
  ['last_name', 'А', 'Не меньше 2 символов'],
  ['last_name', 'А'.repeat(152), 'Не больше 151 символа'],
])('the field %s with the value %j says what to enter', (field, value, sentence) => {
  expect(describe(field, value)).toBe(sentence);
});

test('a message about something else is unchanged', () => {
  expect(toFieldSentence('last_name', 'Имя занято.')).toBe('Имя занято.');
});
