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

test('a counter agrees with a plain list of moments, whatever is done with it', async () => {
  const { db } = await emptyDatabase();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      round += 1;
      let now = new Date('2026-11-21T10:00:00Z');
      let hits: Date[] = [];
      const limits = createLimits(db, () => now);
      const counter = { limit, key: `round ${round}` };
      const live = () => hits.filter((hit) => hit > plusSeconds(now, -limit.seconds));
      const expected = () => {
        const [oldest] = live();
        if (oldest === undefined || live().length < limit.max) return { full: false, retryAfter: 0 };
        return { full: true, retryAfter: (oldest.getTime() - now.getTime()) / 1000 + limit.seconds };
      };

      for (const { wait, act } of steps) {
        now = plusSeconds(now, wait);
        const before = expected();
        expect(await limits.peek(counter)).toEqual(before);
        if (act === 'take') {
          expect(await limits.take(counter)).toEqual(before);
          if (!before.full) hits = [...live(), now];
        }
        if (act === 'undo') {
          await limits.undo(counter);
          hits = hits.slice(0, -1);
        }
        if (act === 'reset') {
          await limits.reset(counter);
          hits = [];
        }
        if (act === 'prune') await limits.prune();
        expect(await limits.peek(counter)).toEqual(expected());
      }
    }),
    { numRuns: 40 },
  );
});
