import { expect, test } from 'vitest';
import type { Column } from '../definition.ts';
import { fitColumns } from './fit-columns.ts';

const column = (name: string, priority: 1 | 2 | 3 | 4, width: number): Column<unknown> => ({
  name,
  priority,
  width,
  label: name,
  cell: () => null,
});
const columns = [
  column('name', 1, 8),
  column('program', 2, 10),
  column('phone', 4, 10),
  column('status', 1, 9),
  column('deal', 4, 9),
];
const names = (room: number) => fitColumns(columns, room, true).columns.map(({ name }) => name);

test.each([
  [0, 'name program phone status deal'],
  [1000, 'name program phone status deal'],
  [800, 'name program phone status'],
  [600, 'name program status'],
  [400, 'name status'],
  [100, 'name'],
])('a table of %i px shows %s', (room, expected) => {
  expect(names(room).join(' ')).toBe(expected);
});

test('a narrow column is shown when a wide one before it does not fit', () => {
  const some = [column('name', 1, 8), column('program', 2, 10), column('status', 1, 9), column('day', 2, 6)];
  expect(fitColumns(some, 28 * 16, false).columns.map(({ name }) => name)).toEqual(['name', 'status', 'day']);
});

test('a column of priority 4 is hidden when another column does not fit', () => {
  const some = [column('name', 1, 8), column('why', 3, 17), column('payment', 4, 6), column('sum', 1, 8)];
  expect(fitColumns(some, 30 * 16, false).columns.map(({ name }) => name)).toEqual(['name', 'sum']);
});

test('the first column reaches its preferred width before the others grow', () => {
  const { widths } = fitColumns(columns, 58.75 * 16, true);
  expect(widths).toEqual([18, 10, 10, 9, 9]);
});

test('spare width is shared between all columns', () => {
  const { widths } = fitColumns(columns, 1600, true);
  expect(widths.reduce((sum, width) => sum + width, 2.75) * 16).toBeCloseTo(1600);
  expect(widths[1]).toBeGreaterThan(10);
});

test('spare width goes to the columns of text first, up to a limit', () => {
  const some = [column('name', 1, 8), { ...column('partner', 2, 11), isFlexible: true }, column('sum', 1, 8)];
  expect(fitColumns(some, 47 * 16, false).widths[2]).toBeCloseTo(8);
  expect(fitColumns(some, 58 * 16, false).widths).toEqual([28, 22, 8]);
  expect(fitColumns(some, 116 * 16, false).widths).toEqual([56, 44, 16]);
});
