import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSessions, type RefreshOutcome } from '../../src/modules/accounts/sessions.ts';
import { createTokens } from '../../src/modules/accounts/tokens.ts';
import { plusSeconds } from '../../src/platform/clock.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

const GRACE = 10;
type Step = { wait: number; back: number };
/** Waits, then presents the token so many links behind the newest. */
const step: fc.Arbitrary<Step> = fc.record({
  wait: fc.integer({ min: 0, max: 7 }),
  back: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3),
});

test('a chain of refresh tokens behaves as told, whichever of them is presented when', async () => {
  const { db } = await emptyDatabase();
  const at = new Date();
  const user_id = randomUUID();
  const nobody = { role: null, first_name: '', last_name: '', father_name: '', email: '' };
  const user = {
    id: user_id,
    phone: '+79161234567',
    password_hash: 'x',
    created_at: at,
    updated_at: at,
    ...nobody,
  };
  await db.insertInto('users').values(user).execute();
  let now = at;
  const settings = { secret: 'x'.repeat(32), accessTtl: 300, refreshTtl: 3000 };
  const tokens = createTokens(settings, () => now);
  const sessions = createSessions(db, tokens, () => now, { graceSeconds: GRACE, maxDays: 180 });
  const seen = new Set<RefreshOutcome>();

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const chain = [(await sessions.open(db, user_id, '')).refresh];
      const spentAt: Date[] = [];
      let revoked = false;

      for (const { wait, back } of steps) {
        now = plusSeconds(now, wait);
        const link = Math.max(0, chain.length - 1 - back);
        const spent = spentAt[link];
        const expected: RefreshOutcome = revoked
          ? 'dead'
          : spent === undefined
            ? 'rotated'
            : now < plusSeconds(spent, GRACE)
              ? 'graced'
              : 'reused';

        const claims = await tokens.read(chain[link] ?? '', 'refresh');
        const { outcome, pair } = await sessions.refresh(claims);
        seen.add(outcome);
        expect(outcome).toBe(expected);
        if (outcome === 'rotated') {
          spentAt.push(now);
          chain.push(pair?.refresh ?? '');
        }
        // The same bytes as the first time.
        if (outcome === 'graced') expect(pair?.refresh).toBe(chain[link + 1]);
        if (outcome === 'reused') revoked = true;
        expect(pair === undefined).toBe(revoked);
        expect(await sessions.isDead(claims)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
  expect([...seen].sort()).toEqual(['dead', 'graced', 'reused', 'rotated']);
});
