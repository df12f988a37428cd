import { expect, test } from 'vitest';
import { formatMethod } from './format-method.ts';

test.each([
  ['СБП, +7 916 123-45-67, Т-Банк', 'СБП, +7\u00a0916\u00a0123-\u206045-\u206067, Т-\u2060Банк'],
  ['Счет •• 4321, АО «Альфа-Банк»', 'Счет\u00a0••\u00a04321, АО «Альфа-\u2060Банк»'],
  ['ПАО Сбербанк', 'ПАО Сбербанк'],
])('the parts of «%s» do not wrap inside', (text, formatted) => {
  expect(formatMethod(text)).toBe(formatted);
});
