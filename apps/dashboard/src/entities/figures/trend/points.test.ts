import { expect, test } from 'vitest';
import { series } from '@/testing/data/home.ts';
import { toPoints } from './points.ts';

const createPoint = (from: string, value: number) => ({ from, to: from, value });
const twoDaySeries = {
  ...series,
  current: { ...series.current, points: [createPoint('2026-08-20', 7), createPoint('2026-08-21', 2)] },
};

test('a day that has not ended is marked as unfinished', () => {
  expect(toPoints(twoDaySeries, false, '2026-08-21').map(({ isUnfinished }) => isUnfinished)).toEqual([
    false,
    true,
  ]);
});

test('no day of a past period is marked as unfinished', () => {
  expect(toPoints(twoDaySeries, false, '2026-08-22').some(({ isUnfinished }) => isUnfinished)).toBe(false);
});

test('the days of a step show the year only when it is not the current one', () => {
  const points = [createPoint('2025-12-31', 1), createPoint('2026-01-01', 2)];
  const shown = toPoints({ ...series, current: { ...series.current, points } }, false, '2026-08-21');
  expect(shown.map(({ days }) => days.replaceAll('\u00a0', ' '))).toEqual(['31 дек 2025', '1 янв']);
});
