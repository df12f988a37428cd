import { expect, test } from 'vitest';
import { series } from '../../../testing/data/home.ts';
import { pointsOf } from './points.ts';

const day = (from: string, value: number) => ({ from, to: from, value });
const two = {
  ...series,
  current: { ...series.current, points: [day('2026-08-20', 7), day('2026-08-21', 2)] },
};

test('a day that is not over is told from those that are', () => {
  expect(pointsOf(two, false, '2026-08-21').map(({ isUnfinished }) => isUnfinished)).toEqual([false, true]);
});

test('every day of a period that has passed is over', () => {
  expect(pointsOf(two, false, '2026-08-22').some(({ isUnfinished }) => isUnfinished)).toBe(false);
});
