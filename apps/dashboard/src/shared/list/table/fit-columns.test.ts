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
])('in %i px there is room for %s', (room, expected) => {
  expect(names(room).join(' ')).toBe(expected);
});

test('a narrow column has the room that a wide one before it has not', () => {
  const some = [column('name', 1, 8), column('program', 2, 10), column('status', 1, 9), column('day', 2, 6)];
  expect(fitColumns(some, 28 * 16, false).columns.map(({ name }) => name)).toEqual(['name', 'status', 'day']);
});

test('a column of the fourth order takes no room while one before it has none', () => {
  const some = [column('name', 1, 8), column('why', 3, 17), column('payment', 4, 6), column('sum', 1, 8)];
  expect(fitColumns(some, 30 * 16, false).columns.map(({ name }) => name)).toEqual(['name', 'sum']);
});

test('a name has its room before what is left over is shared out', () => {
  const { widths } = fitColumns(columns, 56.75 * 16, true);
  expect(widths).toEqual([16, 10, 10, 9, 9]);
});

test('what is left over is shared out, to the last pixel', () => {
  const { widths } = fitColumns(columns, 1600, true);
  expect(widths.reduce((sum, width) => sum + width, 2.75) * 16).toBeCloseTo(1600);
  expect(widths[1]).toBeGreaterThan(10);
});
