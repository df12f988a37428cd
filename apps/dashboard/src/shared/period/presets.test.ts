import { expect, test } from 'vitest';
import { presetsOn } from './presets.ts';

test.each([
  ['2026-01-15', '2025-12-01', '2025-12-31'],
  ['2026-03-31', '2026-02-01', '2026-02-28'],
  ['2028-03-01', '2028-02-01', '2028-02-29'],
])('on %s the last month is %s to %s', (today, from, to) => {
  expect(presetsOn(today, ['Прошлый месяц'])).toEqual([{ label: 'Прошлый месяц', from, to }]);
});

test('a period of seven days ends today', () => {
  expect(presetsOn('2026-03-03', ['7 дней', 'Этот месяц'])).toEqual([
    { label: '7 дней', from: '2026-02-25', to: '2026-03-03' },
    { label: 'Этот месяц', from: '2026-03-01', to: '2026-03-03' },
  ]);
});
