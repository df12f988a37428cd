import { expect, test } from 'vitest';
import { problemsOf } from './product-map.ts';

const statements = [{ id: '9.toast', quote: 'Default toast duration: 3 seconds.' }];
const row = '| 9.toast | three seconds | `src/toast.ts` |';
const evidence = {
  exists: (file: string) => file === 'src/toast.ts',
  shown: new Set(['9.toast']),
  failed: new Set<string>(),
};
const head = '| id | statement | file |\n| --- | --- | --- |\n';

test('a map with a file and a passed test for every statement is accepted', () => {
  expect(problemsOf(head + row, statements, evidence)).toEqual([]);
});

test.each([
  ['a statement has no row', head, 'no row for 9.toast: Default toast duration: 3 seconds.'],
  ['a file is gone', head + row.replace('toast.ts', 'gone.ts'), '9.toast: no file src/gone.ts'],
  ['a row names no file', head + row.replace('`src/toast.ts`', ''), '9.toast names no file'],
])('it is refused when %s', (_case, map, problem) => {
  expect(problemsOf(map, statements, evidence)).toEqual([problem]);
});

test.each([
  ['no test shows a statement', { shown: new Set<string>() }, '9.toast: no test of this run shows it'],
  ['a test of a statement failed', { failed: new Set(['9.toast']) }, '9.toast: a test that shows it failed'],
  [
    'a test shows what is not said',
    { shown: new Set(['9.toast', '9.none']) },
    '9.none is no statement of the product text',
  ],
])('it is refused when %s', (_case, more, problem) => {
  expect(problemsOf(head + row, statements, { ...evidence, ...more })).toEqual([problem]);
});

test('a row for something the product text does not say is refused', () => {
  expect(problemsOf(`${head}${row}\n${row.replace('9.toast', '9.other')}`, statements, evidence)).toEqual([
    '9.other is no statement of the product text',
  ]);
});
