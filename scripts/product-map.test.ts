import { expect, test } from 'vitest';
import { problemsOf } from './product-map.ts';

const statements = [{ id: '9.toast', quote: 'Default toast duration: 3 seconds.' }];
const row = '| 9.toast | three seconds | `src/toast.ts` | `a toast lasts three seconds` |';
const evidence = {
  exists: (file: string) => file === 'src/toast.ts',
  passed: (title: string) => title === 'a toast lasts three seconds',
};
const head = '| id | statement | file | test |\n| --- | --- | --- | --- |\n';

test('a map with a file and a passed test for every statement is accepted', () => {
  expect(problemsOf(head + row, statements, evidence)).toEqual([]);
});

test.each([
  ['a statement has no row', head, 'no row for 9.toast: Default toast duration: 3 seconds.'],
  ['a file is gone', head + row.replace('toast.ts', 'gone.ts'), '9.toast: no file src/gone.ts'],
  [
    'a test did not pass',
    head + row.replace('a toast', 'no toast'),
    '9.toast: no test passed under the title «no toast lasts three seconds»',
  ],
  ['a row names no test', head + row.replace('`a toast lasts three seconds`', ''), '9.toast names no test'],
  ['a row names no file', head + row.replace('`src/toast.ts`', ''), '9.toast names no file'],
])('it is refused when %s', (_case, map, problem) => {
  expect(problemsOf(map, statements, evidence)).toContain(problem);
});

test('a row for something the product text does not say is refused', () => {
  expect(problemsOf(`${head}${row}\n${row.replace('9.toast', '9.other')}`, statements, evidence)).toEqual([
    '9.other is no statement of the product text',
  ]);
});
