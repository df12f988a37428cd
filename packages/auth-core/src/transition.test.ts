import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AuthError } from './errors.ts';
import { type AuthEvent, type AuthState, initialState, transition } from './state.ts';

const user = { role: 'organization', first_name: 'О', last_name: 'О', father_name: 'О' };
const error = new AuthError('refused', 'нет');
const anonymous: AuthState = { ...initialState, isInitialized: true };
const signedIn: AuthState = {
  ...initialState,
  user,
  role: 'organization',
  isAuth: true,
  isInitialized: true,
};
const failed: AuthState = { ...anonymous, error };

test.each<[string, AuthState, AuthEvent, AuthState]>([
  ['startup finds a session', initialState, { type: 'session', user }, signedIn],
  ['startup finds no session', initialState, { type: 'session', user: null }, anonymous],
  [
    'startup cannot reach the server',
    initialState,
    { type: 'unreachable', error },
    { ...initialState, error },
  ],
  ['a retried startup finds a session', { ...initialState, error }, { type: 'session', user }, signedIn],
  ['an outage after startup changes nothing', signedIn, { type: 'unreachable', error }, signedIn],
  ['a login starts', failed, { type: 'login-started' }, { ...anonymous, isLoading: true }],
  ['a login succeeds', { ...anonymous, isLoading: true }, { type: 'login-succeeded', user }, signedIn],
  ['a login fails', { ...anonymous, isLoading: true }, { type: 'login-failed', error }, failed],
  [
    'a login fails over a session',
    { ...signedIn, isLoading: true },
    { type: 'login-failed', error },
    { ...signedIn, error },
  ],
  [
    'another tab signs out during a login',
    { ...signedIn, isLoading: true },
    { type: 'session', user: null },
    { ...anonymous, isLoading: true },
  ],
  ['a user signs out during a login', { ...signedIn, isLoading: true }, { type: 'logout' }, anonymous],
  ['a user signs out before startup', initialState, { type: 'logout' }, anonymous],
])('%s', (_name, state, event, expected) => {
  expect(transition(state, event)).toEqual(expected);
});

const anyUser = fc.oneof(fc.constant(null), fc.record({ role: fc.oneof(fc.string(), fc.constant(null)) }));
const anyEvent: fc.Arbitrary<AuthEvent<object>> = fc.oneof(
  fc.record({ type: fc.constant('session' as const), user: anyUser }),
  fc.record({ type: fc.constant('login-succeeded' as const), user: fc.record({ role: fc.string() }) }),
  fc.constantFrom<AuthEvent<object>>(
    { type: 'unreachable', error },
    { type: 'login-started' },
    { type: 'login-failed', error },
    { type: 'logout' },
  ),
);

test('any sequence of events keeps the state consistent', () => {
  fc.assert(
    fc.property(fc.array(anyEvent), (events) => {
      let state: AuthState<object> = initialState;
      for (const event of events) {
        const before: AuthState<object> = state;
        const frozen = structuredClone({ ...before, error: null });
        state = transition(before, event);
        expect({ ...before, error: null }).toEqual(frozen);
        expect(state.isAuth).toBe(state.user !== null);
        if (state.role !== null) expect(state.isAuth).toBe(true);
        expect(Object.isFrozen(state)).toBe(true);
        if (before.isInitialized) expect(state.isInitialized).toBe(true);
        expect(transition(state, event)).toEqual(state);
        expect(state.isLoading).toBe(
          event.type === 'login-started' || (before.isLoading && !/^log/.test(event.type)),
        );
      }
    }),
    { numRuns: 500 },
  );
});

test('an event that changes nothing returns the same object', () => {
  const state = transition(initialState, { type: 'session', user });
  expect(transition(state, { type: 'session', user })).toBe(state);
  expect(transition(initialState, { type: 'unreachable', error: error })).not.toBe(initialState);
});
