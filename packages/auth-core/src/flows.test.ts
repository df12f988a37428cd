import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowser } from '../test/browser.ts';
import { createServer, json, PASSWORD, PAVEL_PHONE, PHONE } from '../test/server.ts';
import { BASE } from '../test/session.ts';
import { nth } from '../test/tabs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Number of random runs; 15,000 take a minute. */
const { FLOW_RUNS = '150' } = process.env;

type Step =
  | { do: 'initialize' | 'logout' | 'fetch' | 'update' | 'reload'; tab: number }
  | { do: 'login'; tab: number; phone: string; password: string }
  | { do: 'wait'; milliseconds: number }
  | { do: 'server'; turns: 'expire' | 'fail' | 'mend' };

const tab = fc.nat({ max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('initialize', 'logout', 'fetch', 'update', 'reload'), tab }),
  fc.record({
    do: fc.constant('login' as const),
    tab,
    phone: fc.constantFrom(PHONE, PAVEL_PHONE),
    password: fc.constantFrom(PASSWORD, PASSWORD, 'wrong'),
  }),
  fc.record({ do: fc.constant('wait' as const), milliseconds: fc.nat({ max: 80 }) }),
  fc.record({ do: fc.constant('server' as const), turns: fc.constantFrom('expire', 'fail', 'mend') }),
);

const login = (tab: number, password = PASSWORD): Step => ({ do: 'login', tab, phone: PHONE, password });
const wait = (milliseconds: number): Step => ({ do: 'wait', milliseconds });

/** Steps and delays that once failed. */
const examples: [Step[], number[]][] = [
  [
    [login(0), wait(49), login(0), login(0), { do: 'server', turns: 'expire' }, { do: 'fetch', tab: 0 }],
    [0, 19, 20],
  ],
  [
    [{ do: 'fetch', tab: 0 }, login(0), login(0), login(1), wait(50), login(1)],
    [0, 0, 0, 28, 0, 0, 28],
  ],
  [
    [login(1), login(0, 'wrong'), wait(62), { do: 'logout', tab: 0 }, login(0), login(0)],
    [28, 35],
  ],
];

/** Two tabs and a server whose responses take any time in any order. */
function openWorld(delays: number[], whenUnreachable: 'logout' | 'wait') {
  const server = createServer();
  for (const [id, person] of [...server.people.values()].entries())
    Object.assign(person.user, { id: id + 1 });
  const browser = createBrowser({ latency: 5, spread: 1 });
  let turn = 0;
  const delay = () => new Promise((resolve) => setTimeout(resolve, delays[turn++ % delays.length]));
  const fetch: typeof globalThis.fetch = async (input, init) => {
    await delay();
    const answer = await server.fetch(input, init);
    await delay();
    return answer;
  };
  const logger = { warn: () => {} };
  const open = () => {
    const watched: typeof fetch = (input, init) => {
      const user = opened.auth.getState().user as { id?: unknown } | null;
      const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length);
      // A request carries the token of the shown user, or no token. During a login another tab may show the
      // previous user for as long as storage takes to deliver: see docs/protocol.md.
      if (!logins && user && token && String(input).includes('/api/leads/'))
        expect(server.people.get(server.ownerOf(token) ?? '')?.user).toMatchObject({ id: user.id });
      return fetch(input, init);
    };
    const opened = browser.openTab({ baseUrl: BASE, fetch: watched, logger, whenUnreachable });
    opened.auth.subscribe((state) => {
      expect(state.isAuth).toBe(state.user !== null);
      expect(Object.isFrozen(state)).toBe(true);
    });
    return opened;
  };
  const tabs = [open(), open()];
  const pending = new Set<Promise<unknown>>();
  /** Pages closed during an exchange: the response is lost, and the token is spent again. */
  let answersLost = 0;
  let logins = 0;

  async function take(next: Step): Promise<void> {
    if (next.do === 'wait') {
      await vi.advanceTimersByTimeAsync(next.milliseconds);
      return;
    }
    if (next.do === 'server') {
      if (next.turns === 'expire') server.expireAccess();
      else if (next.turns === 'fail') server.on('refresh', () => json({}, 503));
      else server.off('refresh');
      return;
    }
    const { auth } = nth(tabs, next.tab);
    if (next.do === 'reload') {
      if (browser.locks.held()) answersLost += 1;
      auth.dispose();
      tabs[next.tab] = open();
      return;
    }
    const work = {
      initialize: () => auth.initialize(),
      logout: () => auth.logout(),
      fetch: () => auth.fetch('/api/leads/'),
      update: () => auth.updateProfile({ email: 'a@example.test' }),
      login: () => auth.login({ phone: '', password: '', ...next }),
    }[next.do]() as Promise<unknown>;
    pending.add(work);
    const login = Number(next.do === 'login');
    logins += login;
    void work
      .catch((error: Error) => expect(error.name).toBe('AuthError'))
      .finally(() => {
        logins -= login;
        pending.delete(work);
      });
  }
  return { server, browser, tabs, take, pending, answersLost: () => answersLost };
}

test.each(['logout', 'wait'] as const)(
  'any interleaving of two tabs ends in one consistent session (%s)',
  async (mode) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 12 }),
        async (steps, delays) => {
          const { server, browser, tabs, take, pending, answersLost } = openWorld(delays, mode);
          const initialised = tabs.map(() => false);
          for (const next of steps) {
            await take(next);
            for (const [index, { auth }] of tabs.entries()) {
              if (next.do === 'reload' && next.tab === index) initialised[index] = false;
              if (initialised[index]) expect(auth.getState().isInitialized).toBe(true);
              initialised[index] = auth.getState().isInitialized;
            }
          }
          server.off('refresh');
          for (const { auth } of tabs) void auth.initialize();
          await vi.advanceTimersByTimeAsync(120_000);
          expect(pending.size).toBe(0);

          const stored = browser.truth.get('user_data');
          const whole = browser.truth.has('access_token') && browser.truth.has('refresh_token') && stored;
          for (const { auth } of tabs) {
            const state = auth.getState();
            expect(state.isLoading).toBe(false);
            expect(state.isInitialized).toBe(true);
            expect(JSON.stringify(state.user)).toBe(whole ? stored : 'null');
          }
          if (!whole) expect([...browser.truth.keys()].filter((key) => key.endsWith('token'))).toEqual([]);
          expect(server.doubleSpends()).toBeLessThanOrEqual(answersLost());

          await nth(tabs, 0).auth.logout();
          await vi.advanceTimersByTimeAsync(1000);
          expect([...browser.truth.keys()]).toEqual([]);
          for (const { auth } of tabs) expect(auth.getState().isAuth).toBe(false);
          for (const { auth } of tabs) auth.dispose();
          await vi.advanceTimersByTimeAsync(1000);
          expect(vi.getTimerCount()).toBe(0);
          expect(browser.locks.held()).toBe(false);
        },
      ),
      { numRuns: Number(FLOW_RUNS), examples },
    );
  },
  // `FLOW_RUNS` may set thousands of runs.
  120_000,
);
