import { expect, test } from 'vitest';
import { completeAddress } from './complete-address.ts';

test.each([
  ['example.ru', 'https://example.ru'],
  [' www.example.ru/page?a=1 ', 'https://www.example.ru/page?a=1'],
  ['домашний-мастер.рф', 'https://домашний-мастер.рф'],
  ['example.ru:8443', 'https://example.ru:8443'],
  ['http://example.ru', 'http://example.ru'],
  ['https://example.ru', 'https://example.ru'],
  ['mailto:anna@example.ru', 'mailto:anna@example.ru'],
  ['наш сайт', 'наш сайт'],
  ['', ''],
])('«%s» is completed to «%s»', (typed, expected) => {
  expect(completeAddress(typed)).toBe(expected);
});
