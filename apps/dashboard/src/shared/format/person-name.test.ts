import { expect, test } from 'vitest';
import { initials, shortName } from './person-name.ts';

test.each([
  ['Иванова', 'Анна', 'Петровна', 'Иванова А. П.'],
  ['Иванова', 'Анна', '', 'Иванова А.'],
  ['Иванова', '', 'Петровна', 'Иванова П.'],
  ['Иванова', '', '', 'Иванова'],
  ['', 'Анна', 'Петровна', 'Анна Петровна'],
  ['', 'Анна', '', 'Анна'],
  ['', '', '', ''],
  ['  Иванова ', ' анна', 'петровна ', 'Иванова А. П.'],
])('the short name of «%s» «%s» «%s» is «%s»', (last_name, first_name, father_name, name) => {
  expect(shortName({ last_name, first_name, father_name })).toBe(name);
});

test('a user whose names are missing or not text has an empty name', () => {
  expect(shortName({ last_name: null, first_name: 7 })).toBe('');
  expect(initials({ last_name: undefined })).toBe('');
});

test('the initials are the first letters of the last and first name', () => {
  expect(initials({ last_name: 'Иванова', first_name: 'Анна' })).toBe('ИА');
});
