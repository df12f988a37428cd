import { expect, test } from 'vitest';
import { z } from 'zod';
import { commaList, joinList, splitList } from './pagination.ts';

test.each([
  [['vk', 'Яндекс'], 'vk,Яндекс'],
  [['Щит, улица', 'vk'], 'Щит\\, улица,vk'],
  [['a\\', 'b\\,c', '\\\\'], 'a\\\\,b\\\\\\,c,\\\\\\\\'],
  [['🪟,\n', ''], '🪟\\,\n,'],
])('values %j are joined to %j and split again', (values, written) => {
  expect(joinList(values)).toBe(written);
  expect(splitList(written)).toEqual(values);
});

test('a backslash before another character is part of the value', () => {
  expect(splitList('a\\b,c\\')).toEqual(['a\\b', 'c\\']);
});

test('a list parameter accepts at most 50 values', () => {
  const list = commaList(z.string());
  expect(list.parse('a, b')).toEqual(['a', 'b']);
  expect(list.safeParse(Array.from({ length: 51 }, String).join(',')).success).toBe(false);
});
