import { expect, test } from 'vitest';
import { drawable } from './drawable.ts';

const isCyrillicOrAscii = (codePoint: number) =>
  (codePoint >= 0x20 && codePoint < 0x7f) || (codePoint >= 0x400 && codePoint < 0x460) || codePoint === 0xab;

test.each([
  ['ООО «Ёлка', 'ООО «Ёлка'],
  ['е\u0308лка', 'ёлка'],
  ['Ива\r\nнов\tИван', 'Ива нов Иван'],
  ['① ﬁ', '1 fi'],
  ['Дом 👨‍👩‍👧‍👦!', 'Дом *!'],
  ['❤️', '*'],
  ['漢', '*'],
  ['', ''],
])('%j is rendered as %j', (text, expected) => {
  expect(drawable(text, isCyrillicOrAscii)).toBe(expected);
});
