import { expect, it } from 'vitest';
import { cutAtRepeats } from './row-batches.ts';

it('cuts a list before each item that shares a key with an item since the last cut', () => {
  expect(cutAtRepeats(['ab', 'cd', 'da', 'e', '', 'a'], (text) => text.split(''))).toEqual([
    ['ab', 'cd'],
    ['da', 'e', ''],
    ['a'],
  ]);
  expect(cutAtRepeats([], () => [])).toEqual([]);
});
