import { expect, test } from 'vitest';
import { CREDENTIALS, setUp, setUpSignedIn } from '../test/session.ts';

test('a listener that logs out leaves the others with the signed-out state', async () => {
  const { auth } = setUp();
  await auth.initialize();
  auth.subscribe(({ isAuth }) => {
    if (isAuth) void auth.logout();
  });
  const seen: [boolean, boolean][] = [];
  auth.subscribe((state) => void seen.push([state.isAuth, state === auth.getState()]));
  await auth.login(CREDENTIALS).catch(() => {});
  expect(seen.at(-1)).toEqual([false, true]);
  expect(seen.every(([, isCurrent]) => isCurrent)).toBe(true);
  expect(auth.getState().isAuth).toBe(false);
});

test('a listener that throws is logged, and the others are called', async () => {
  const { auth, warnings } = setUp();
  const cause = new Error('no');
  const seen: boolean[] = [];
  auth.subscribe(() => {
    throw cause;
  });
  auth.subscribe(({ isInitialized }) => void seen.push(isInitialized));
  await auth.initialize();
  expect(seen).toEqual([true]);
  expect(warnings).toEqual([['auth: a listener failed', cause]]);
});

test('a token listener that logs out leaves the others with null', async () => {
  const { auth } = await setUpSignedIn();
  auth.onTokenChange((token) => {
    if (token === 'access-2') void auth.logout();
  });
  const seen: (string | null)[] = [];
  auth.onTokenChange((token) => void seen.push(token));
  await auth.refresh();
  expect(seen).toEqual([null]);
});
