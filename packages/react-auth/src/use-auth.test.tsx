import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callsOf, createTestAuth, credentials, nina, olga, pavel, tokensOf } from '../test/auth.ts';
import { inside } from '../test/inside.tsx';
import { type UseAuthResult, useAuth } from './index.ts';

async function renderAuth(auth: ReturnType<typeof createTestAuth>) {
  const hook = renderHook(() => useAuth(), inside(auth));
  await act(() => auth.initialize());
  return hook;
}

test('login resolves to the user and shows it', async () => {
  const { result } = await renderAuth(createTestAuth());
  await act(async () => expect(await result.current.login(credentials)).toEqual(olga));
  expect(result.current).toMatchObject({ isAuth: true, isLoading: false, user: olga, role: 'organization' });
});

test('setSession shows the user of the tokens', async () => {
  const auth = createTestAuth();
  const { result } = await renderAuth(auth);
  const tokens = await tokensOf(pavel);
  await act(async () => expect(await result.current.setSession(tokens)).toEqual(pavel));
  expect(result.current).toMatchObject({ isAuth: true, isLoading: false, user: pavel, role: 'partner' });
  expect(callsOf(auth)).toEqual(['getUser']);
});

test('isLoading is true only while a login is in progress', async () => {
  const auth = createTestAuth();
  await auth.initialize();
  const shown: boolean[] = [];
  renderHook(() => shown.push(useAuth().isLoading), inside(auth));
  let login: Promise<unknown> | undefined;
  act(() => {
    login = auth.login(credentials);
  });
  await act(async () => void (await login));
  expect(shown).toEqual([false, true, false]);
});

test('a refused login rejects and shows its error until the next one', async () => {
  const { result } = await renderAuth(createTestAuth());
  await act(async () => {
    await expect(result.current.login({ ...credentials, password: 'wrong' })).rejects.toThrow(
      'No account with these credentials',
    );
  });
  expect(result.current).toMatchObject({ isAuth: false, isLoading: false });
  expect(result.current.error?.message).toBe('No account with these credentials');
  await act(async () => void (await result.current.login(credentials)));
  expect(result.current.error).toBeNull();
});

test('a profile update shows the answer of the server, role included', async () => {
  const auth = createTestAuth();
  await auth.setSession({ ...(await tokensOf(pavel)), user: olga });
  const { result } = await renderAuth(auth);
  await act(async () => void (await result.current.updateProfile({ first_name: 'Петр' })));
  expect(result.current).toMatchObject({ user: { ...pavel, first_name: 'Петр' }, role: 'partner' });
});

test('logout shows an anonymous visitor without a call to the server', async () => {
  const auth = createTestAuth(olga);
  const { result } = await renderAuth(auth);
  await act(() => result.current.logout());
  expect(result.current).toMatchObject({ user: null, role: null, isAuth: false, isInitialized: true });
  expect(callsOf(auth)).toEqual(['verify']);
});

test('the result and its actions stay the same objects until the state changes', async () => {
  const { result, rerender } = await renderAuth(createTestAuth(olga));
  const before = result.current;
  rerender();
  expect(result.current).toBe(before);
  await act(() => before.logout());
  expect(result.current).not.toBe(before);
  expect(result.current.login).toBe(before.login);
});

type Step = { title: string; run: (actions: UseAuthResult) => Promise<unknown> };

const steps: Step[] = [
  { title: 'login', run: (auth) => auth.login(credentials) },
  { title: 'tokens from another source', run: async (auth) => auth.setSession(await tokensOf(pavel)) },
  { title: 'refused login', run: (auth) => auth.login({ ...credentials, password: 'wrong' }) },
  { title: 'profile update', run: (auth) => auth.updateProfile({ first_name: 'Анна' }) },
  { title: 'logout', run: (auth) => auth.logout() },
  { title: 'startup again', run: (auth) => auth.initialize() },
];

/** People who sign in: with a role, and without. */
const people = fc.constantFrom<object>(olga, nina);

test('after any sequence of actions the hook shows the state of the auth', async () => {
  await fc.assert(
    fc.asyncProperty(
      people,
      fc.array(fc.constantFrom(...steps), { maxLength: 8 }),
      async (next, sequence) => {
        const auth = createTestAuth(pavel, next);
        const { result, unmount } = await renderAuth(auth);
        for (const { run } of sequence) {
          await act(async () => void (await run(result.current).catch(() => {})));
          const { initialize, login, setSession, logout, updateProfile, reloadUser, ...shown } =
            result.current;
          expect(shown).toEqual(auth.getState());
        }
        unmount();
        auth.dispose();
      },
    ),
    { numRuns: 40 },
  );
});
