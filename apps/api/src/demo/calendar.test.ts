import { expect, test } from 'vitest';
import { DAY_MS } from '../platform/clock.ts';
import { generateMoments } from './calendar.ts';
import { createRandom } from './random.ts';

/** 15:00 in Moscow. */
const NOW = new Date('2026-08-21T12:00:00.000Z');
const moments = generateMoments(2000, 182, NOW, createRandom(7));

const agesAt = (now: Date) =>
  generateMoments(2000, 182, now, createRandom(7)).map((moment) => now.getTime() - moment.getTime());
const inMoscow = (moment: Date) => new Date(moment.getTime() + 3 * 60 * 60 * 1000);
const between = (from: number, to: number) =>
  moments.filter((moment) => {
    const age = (NOW.getTime() - moment.getTime()) / DAY_MS;
    return age <= from && age > to;
  }).length;

test('returns the requested number of moments in ascending order, in the daytime and not in the future', () => {
  expect(moments).toHaveLength(2000);
  expect(moments.toSorted((one, other) => one.getTime() - other.getTime())).toEqual(moments);
  for (const moment of moments) {
    expect(moment.getTime()).toBeLessThanOrEqual(NOW.getTime());
    expect(inMoscow(moment).getUTCHours()).toBeGreaterThanOrEqual(8);
    expect(inMoscow(moment).getUTCHours()).toBeLessThan(22);
  }
});

test('moments show growth, one bad week, and a partial current day', () => {
  expect(between(28, 0)).toBeGreaterThan(1.3 * between(182, 154));
  expect(between(68, 61)).toBeLessThan(0.6 * between(75, 68));
  expect(between(0.3, 0)).toBeGreaterThan(0);
  expect(between(0.3, 0)).toBeLessThan(between(1.3, 0.7));
});

test('moments have the same ages at every time of day and on every weekday', () => {
  const ages = agesAt(NOW);
  for (const now of ['2026-08-21T21:30:00.000Z', '2026-08-23T03:00:00.000Z', '2027-01-01T00:00:00.000Z'])
    expect(agesAt(new Date(now))).toEqual(ages);
});
