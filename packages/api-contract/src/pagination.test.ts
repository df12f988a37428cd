import { expect, test } from 'vitest';
import { z } from 'zod';
import { commaList, joinList, splitList } from './pagination.ts';

test.each([
  [['vk', 'Яндекс'], 'vk,Яндекс'],
  [['Щит, улица', 'vk'], 'Щит\\, улица,vk'],
  [['a\\', 'b\\,c', '\\\\'], 'a\\\\,b\\\\\\,c,\\\\\\\\'],
  [['🪟,\n', ''], '🪟\\,\n,'],
])('values %j are one parameter %j and read back from it', (values, written) => {
  expect(joinList(values)).toBe(written);
  expect(splitList(written)).toEqual(values);
});

test('a backslash before another character belongs to the value', () => {
  expect(splitList('a\\b,c\\')).toEqual(['a\\b', 'c\\']);
});

test('a parameter of a list has at most 50 values', () => {
  const list = commaList(z.string());
  expect(list.parse('a, b')).toEqual(['a', 'b']);
  expect(list.safeParse(Array.from({ length: 51 }, String).join(',')).success).toBe(false);
});
