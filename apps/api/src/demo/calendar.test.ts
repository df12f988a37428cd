import { expect, test } from 'vitest';
import { DAY_MS } from '../platform/clock.ts';
import { generateMoments } from './calendar.ts';
import { createRandom } from './random.ts';

/** A Friday, 15:00 in Moscow. */
const NOW = new Date('2026-08-21T12:00:00.000Z');
const moments = generateMoments(2000, new Date(NOW.getTime() - 182 * DAY_MS), NOW, createRandom(7));

const inMoscow = (moment: Date) => new Date(moment.getTime() + 3 * 60 * 60 * 1000);
const between = (from: number, to: number) =>
  moments.filter((moment) => {
    const age = (NOW.getTime() - moment.getTime()) / DAY_MS;
    return age <= from && age > to;
  }).length;
const onWeekday = (...days: number[]) =>
  moments.filter((moment) => days.includes(inMoscow(moment).getUTCDay())).length / days.length;

test('returns the requested number of moments in ascending order, in the daytime and not in the future', () => {
  expect(moments).toHaveLength(2000);
  expect(moments.toSorted((one, other) => one.getTime() - other.getTime())).toEqual(moments);
  for (const moment of moments) {
    expect(moment.getTime()).toBeLessThanOrEqual(NOW.getTime());
    expect(inMoscow(moment).getUTCHours()).toBeGreaterThanOrEqual(8);
    expect(inMoscow(moment).getUTCHours()).toBeLessThan(22);
  }
});

test('moments show quiet weekends, growth, one bad week, and a partial current day', () => {
  expect(onWeekday(0, 6)).toBeLessThan(0.7 * onWeekday(1, 2, 3, 4, 5));
  expect(between(28, 0)).toBeGreaterThan(1.3 * between(182, 154));
  expect(between(68, 61)).toBeLessThan(0.6 * between(75, 68));
  expect(between(0.3, 0)).toBeGreaterThan(0);
  expect(between(0.3, 0)).toBeLessThan(between(1.3, 0.7));
});

test('there are no moments on the current day early in the morning', () => {
  const early = new Date('2026-08-21T03:00:00.000Z');
  const last = generateMoments(500, new Date(early.getTime() - 30 * DAY_MS), early, createRandom(7)).at(-1);
  expect(inMoscow(last ?? early).getUTCDate()).toBe(20);
});
