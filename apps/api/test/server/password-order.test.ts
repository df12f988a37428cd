import { beforeEach, describe, expect, test } from 'vitest';
import { createPeople } from '../../src/people/accounts/people.ts';
import { createSecurityService } from '../../src/people/accounts/security.service.ts';
import { createPasswords, type Passwords } from '../../src/people/passwords/passwords.ts';
import { createSessions, type Sessions } from '../../src/people/sessions/sessions.ts';
import { createTokens, type Tokens } from '../../src/people/sessions/tokens.ts';
import { createCredentials, type NewAccount } from '../../src/people/sign-in/credentials.ts';
import { createSignInLimits } from '../../src/people/sign-in/sign-in-limits.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { createLimits } from '../../src/platform/http/limits/limits.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

const [PHONE, OLD, NEW] = ['+79161234567', 'the first password', 'the second password'];
const real = createPasswords({ memoryKib: 64, passes: 1 });

let db: Db;
let tokens: Tokens;
let sessions: Sessions;
let user: Awaited<ReturnType<ReturnType<typeof createPeople>['create']>>;
beforeEach(async () => {
  ({ db } = await emptyDatabase());
  tokens = createTokens({ secret: 'x'.repeat(32), accessTtl: 300, refreshTtl: 3000 }, clock);
  sessions = createSessions(db, tokens, clock, { graceSeconds: 10, maxDays: 180 });
  const people = createPeople(db, real, async () => undefined, clock);
  user = await people.create({ phone: PHONE, password: OLD, role: 'partner' });
});

/** Passwords whose first check is followed by `concurrent` before the caller continues. */
function interruptedBy(concurrent: () => Promise<unknown>): Passwords {
  let pending: (() => Promise<unknown>) | undefined = concurrent;
  return {
    ...real,
    async verify(hash, password) {
      const right = await real.verify(hash, password);
      const now = pending;
      pending = undefined;
      await now?.();
      return right;
    },
  };
}

const signIn = (password: string, passwords = real) =>
  createCredentials(db, passwords, clock).use(PHONE, password, (trx, { id }) => sessions.open(trx, id, ''));
const sessionOf = (refresh: string) => String(tokens.read(refresh).sessionId);
const begin = async () => sessionOf((await signIn(OLD))?.refresh ?? '');
const security = (passwords = real) =>
  createSecurityService({
    sessions,
    passwords,
    clock,
    policy: async () => undefined,
    credentials: createCredentials(db, passwords, clock),
    limits: createSignInLimits(createLimits(db, clock)),
  });
const change = (sessionId: string, passwords = real, word = NEW) =>
  security(passwords).changePassword(
    { user, sessionId, network: '127.0.0.1' },
    { current_password: OLD, new_password: word },
  );
const activeSessions = async () => (await sessions.active(user.id)).map(({ id }) => id);

describe('a sign-in', () => {
  test('opens no session when the password changes after its check', async () => {
    const own = await begin();
    expect(
      await signIn(
        OLD,
        interruptedBy(() => change(own)),
      ),
    ).toBeUndefined();
    expect(await activeSessions()).toEqual([own]);
  });

  test('loses its session when a concurrent password change is saved later', async () => {
    const own = await begin();
    await change(
      own,
      interruptedBy(() => signIn(OLD)),
    );
    expect(await activeSessions()).toEqual([own]);
  });

  test('opens no session when the user is switched off after the password check', async () => {
    const switchOff = () => db.updateTable('users').set({ is_active: false }).execute();
    expect(await signIn(OLD, interruptedBy(switchOff))).toBeUndefined();
  });

  test('succeeds when a concurrent sign-in rehashes the password', async () => {
    const strongerPasswords = createPasswords({ memoryKib: 128, passes: 1 });
    expect(
      await signIn(
        OLD,
        interruptedBy(() => signIn(OLD, strongerPasswords)),
      ),
    ).toBeDefined();
    expect(await activeSessions()).toHaveLength(2);
  });
});

describe('a password change', () => {
  test('succeeds only once when two run concurrently', async () => {
    const [current, there] = [await begin(), await begin()];
    const other = interruptedBy(() => change(there, real, 'the third password'));
    await expect(change(current, other)).rejects.toMatchObject({
      response: { body: { current_password: ['Неверный пароль.'] } },
    });
    expect(await activeSessions()).toEqual([there]);
    expect(await signIn('the third password')).toBeDefined();
  });

  test('fails when its session is ended after the password check', async () => {
    const [current, other] = [await begin(), await begin()];
    const end = () => sessions.endOthers(user.id, other);
    await expect(change(current, interruptedBy(end))).rejects.toMatchObject({ response: { status: 401 } });
    expect(await activeSessions()).toEqual([other]);
    expect(await signIn(OLD)).toBeDefined();
  });

  test('ends another session whose tokens are exchanged at the same time', async () => {
    const own = await begin();
    const refresh = (await signIn(OLD))?.refresh ?? '';
    let next: string | undefined;
    const exchange = async () => {
      next = (await sessions.refresh(tokens.read(refresh))).pair?.refresh;
    };
    await change(own, interruptedBy(exchange));
    expect(await activeSessions()).toEqual([own]);
    const { outcome } = await sessions.refresh(tokens.read(next ?? ''));
    expect(outcome).toBe('ended');
  });
});

test('sign-in and joining hash as often for an unknown phone as for a known one', async () => {
  const newAccount: NewAccount = {
    phone: '',
    last_name: 'П',
    first_name: 'О',
    father_name: '',
    role: 'partner',
  };
  const workOf = async (phone: string, password: string, joins: boolean) => {
    const work: string[] = [];
    const counted: Passwords = {
      ...real,
      hash(word) {
        work.push('hash');
        return real.hash(word);
      },
      verify(hash, word) {
        work.push('verify');
        return real.verify(hash, word);
      },
    };
    const job = async () => true;
    await createCredentials(db, counted, clock).use(
      ...([phone, password, job, joins ? { ...newAccount, phone } : undefined] as const),
    );
    return work;
  };
  const unknown = '+79167654321';
  expect(await workOf(unknown, OLD, false)).toEqual(await workOf(PHONE, 'a wrong one', false));
  const joinWork = await workOf(PHONE, OLD, true);
  expect(await workOf(PHONE, 'a wrong one', true)).toEqual(joinWork);
  expect(await workOf(unknown, OLD, true)).toEqual(joinWork);
});
