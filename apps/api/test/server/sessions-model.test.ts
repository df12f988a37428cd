import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSessions, type RefreshOutcome } from '../../src/people/sessions/sessions.ts';
import { createTokens } from '../../src/people/sessions/tokens.ts';
import { plusSeconds } from '../../src/platform/clock.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

const GRACE = 10;
type Step = { wait: number; back: number };
/** Waits `wait` seconds, then presents the token `back` positions before the newest. */
const step: fc.Arbitrary<Step> = fc.record({
  wait: fc.integer({ min: 0, max: 7 }),
  back: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3),
});

/** Creates a user in an empty database, with a sessions service and a manual clock. */
async function sessionsOfSomebody() {
  const { db } = await emptyDatabase();
  const at = new Date('2026-11-21T10:00:00Z');
  const user_id = randomUUID();
  const emptyUser = { role: null, first_name: '', last_name: '', father_name: '', email: '' };
  const user = {
    id: user_id,
    phone: '+79161234567',
    password_hash: 'x',
    created_at: at,
    updated_at: at,
    ...emptyUser,
  };
  await db.insertInto('users').values(user).execute();
  const clock = { now: at };
  const settings = { secret: 'x'.repeat(32), accessTtl: 300, refreshTtl: 3000 };
  const tokens = createTokens(settings, () => clock.now);
  const sessions = createSessions(db, tokens, () => clock.now, { graceSeconds: GRACE, maxDays: 180 });
  const open = async () => (await sessions.open(db, user_id, '')).refresh;
  return { db, tokens, sessions, open, clock };
}

test('a chain of refresh tokens behaves like its model for every order and time of use', async () => {
  const { tokens, sessions, open, clock } = await sessionsOfSomebody();
  const outcomes = new Set<RefreshOutcome>();

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      const chain = [await open()];
      const spentAt: Date[] = [];
      let revoked = false;

      for (const { wait, back } of steps) {
        clock.now = plusSeconds(clock.now, wait);
        const link = Math.max(0, chain.length - 1 - back);
        const spent = spentAt[link];
        const expected: RefreshOutcome = revoked
          ? 'ended'
          : spent === undefined
            ? 'rotated'
            : clock.now < plusSeconds(spent, GRACE)
              ? 'graced'
              : 'reused';

        const claims = tokens.read(chain[link] ?? '', 'refresh');
        const { outcome, pair } = await sessions.refresh(claims);
        outcomes.add(outcome);
        expect(outcome).toBe(expected);
        if (outcome === 'rotated') {
          spentAt.push(clock.now);
          chain.push(pair?.refresh ?? '');
        }
        // A graced exchange returns the same token as the first time.
        if (outcome === 'graced') expect(pair?.refresh).toBe(chain[link + 1]);
        if (outcome === 'reused') revoked = true;
        expect(pair === undefined).toBe(revoked);
        expect(await sessions.isRevoked(claims)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
  expect([...outcomes].sort()).toEqual(['ended', 'graced', 'reused', 'rotated']);
});

test('the last ten spent tokens of a session have a grace period, and an older one counts as theft', async () => {
  const { tokens, sessions, open } = await sessionsOfSomebody();
  const chain = [await open()];
  const exchange = async (token: string) => sessions.refresh(tokens.read(token, 'refresh'));
  for (let link = 0; link < 30; link += 1)
    chain.push((await exchange(chain[link] ?? '')).pair?.refresh ?? '');
  expect(await exchange(chain[20] ?? '')).toMatchObject({ outcome: 'graced', pair: { refresh: chain[21] } });
  expect(await exchange(chain[19] ?? '')).toMatchObject({ outcome: 'reused' });
  expect(await exchange(chain[30] ?? '')).toMatchObject({ outcome: 'ended' });
});

// Updates of unindexed columns are HOT updates: they add no index entries and reuse the space of the page.
test('a token exchange changes no indexed column of the session', async () => {
  const { db, tokens, sessions, open, clock } = await sessionsOfSomebody();
  const refresh = await open();
  const indexed = async () => {
    const { rows } = await sql<{ column: string; value: unknown }>`
      select a.attname as column, to_jsonb(s) -> a.attname as value
      from sessions s, pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = 'sessions'::regclass order by 1`.execute(db);
    return rows;
  };
  const before = await indexed();
  clock.now = plusSeconds(clock.now, 300);
  expect(await sessions.refresh(tokens.read(refresh, 'refresh'))).toMatchObject({ outcome: 'rotated' });
  expect(await indexed()).toEqual(before);
  expect(before.map(({ column }) => column)).toContain('expires_at');
});
