import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plusSeconds } from '../../src/platform/clock.ts';
import { createLimits, type Limit } from '../../src/platform/http/limits/limits.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

const limit: Limit = { name: 'test', max: 3, seconds: 60 };

type Step = { wait: number; act: 'take' | 'undo' | 'reset' | 'prune' };
const step: fc.Arbitrary<Step> = fc.record({
  wait: fc.integer({ min: 0, max: 40 }),
  act: fc.constantFrom('take', 'take', 'take', 'take', 'undo', 'reset', 'prune'),
});

test('a counter agrees with a model of one window', async () => {
  const { db } = await emptyDatabase();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      round += 1;
      let now = new Date('2026-11-21T10:00:00Z');
      let window = { hits: 0, endsAt: now };
      const limits = createLimits(db, () => now);
      const counter = { limit, key: `round ${round}` };
      const isOpen = () => window.endsAt > now;
      const expected = () =>
        isOpen() && window.hits >= limit.max
          ? { full: true, retryAfter: (window.endsAt.getTime() - now.getTime()) / 1000 }
          : { full: false, retryAfter: 0 };

      for (const { wait, act } of steps) {
        now = plusSeconds(now, wait);
        const before = expected();
        expect(await limits.peek(counter)).toEqual(before);
        if (act === 'take') {
          const taken = await limits.take(counter);
          if (!isOpen()) window = { hits: 1, endsAt: plusSeconds(now, limit.seconds) };
          else if (!before.full) window.hits += 1;
          const resetAfter = (window.endsAt.getTime() - now.getTime()) / 1000;
          expect(taken).toEqual({ ...before, remaining: limit.max - window.hits, resetAfter });
        }
        if (act === 'undo') {
          await limits.undo(counter);
          window.hits = Math.max(0, window.hits - 1);
        }
        if (act === 'reset') {
          await limits.reset(counter);
          window = { hits: 0, endsAt: now };
        }
        if (act === 'prune') await limits.prune();
        expect(await limits.peek(counter)).toEqual(expected());
      }
    }),
    { numRuns: 40 },
  );
});

test('a counter of 10,000 hits is one number and refuses the next hit', async () => {
  const { db } = await emptyDatabase();
  const limits = createLimits(db, () => new Date());
  const counter = { limit: { name: 'test', max: 10_000, seconds: 600 }, key: 'size' };
  await limits.take(counter);
  await db.updateTable('rate_limits').set({ hits: 9999 }).where('key', '=', 'test:size').execute();
  expect(await limits.take(counter)).toMatchObject({ full: false, remaining: 0 });
  expect(await limits.take(counter)).toMatchObject({ full: true });
});
