import { act, render, screen, waitFor } from '@testing-library/react';
import { lazy, StrictMode, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { callsOf, createTestAuth, olga, pavel } from '../test/auth.ts';
import { AuthProvider, useAuth } from './index.ts';

function Name() {
  const { isInitialized, user } = useAuth();
  return <p>{isInitialized ? `${user?.['first_name'] ?? 'аноним'}` : 'загрузка'}</p>;
}

test('the provider starts its auth and shows the session that was stored', async () => {
  render(
    <AuthProvider auth={createTestAuth(olga)}>
      <Name />
    </AuthProvider>,
  );
  expect(screen.getByText('загрузка')).toBeDefined();
  expect(await screen.findByText('Ольга')).toBeDefined();
});

test('StrictMode leads to one startup verify', async () => {
  const auth = createTestAuth(olga);
  render(
    <StrictMode>
      <AuthProvider auth={auth}>
        <Name />
      </AuthProvider>
    </StrictMode>,
  );
  await screen.findByText('Ольга');
  expect(callsOf(auth)).toEqual(['verify']);
});

test('a component that suspends leads to one startup verify', async () => {
  const auth = createTestAuth(olga);
  let arrive = (_module: { default: typeof Name }) => {};
  const Late = lazy(() => new Promise<{ default: typeof Name }>((resolve) => (arrive = resolve)));
  render(
    <Suspense fallback="снаружи">
      <AuthProvider auth={auth}>
        <Name />
        <Suspense fallback="внутри">
          <Late />
        </Suspense>
      </AuthProvider>
    </Suspense>,
  );
  await screen.findByText('Ольга');
  await act(async () => arrive({ default: Name }));
  expect(screen.getAllByText('Ольга')).toHaveLength(2);
  expect(callsOf(auth)).toEqual(['verify']);
});

test('a hot reload, which remounts everything, leads to one startup verify', async () => {
  const auth = createTestAuth(olga);
  const app = (version: number) => (
    <AuthProvider key={version} auth={auth}>
      <Name />
    </AuthProvider>
  );
  const { rerender } = render(app(1));
  rerender(app(2));
  await screen.findByText('Ольга');
  rerender(app(3));
  expect(screen.getByText('Ольга')).toBeDefined();
  expect(callsOf(auth)).toEqual(['verify']);
});

test('two providers over one auth lead to one startup verify', async () => {
  const auth = createTestAuth(olga);
  const island = (
    <AuthProvider auth={auth}>
      <Name />
    </AuthProvider>
  );
  render([<div key="1">{island}</div>, <div key="2">{island}</div>]);
  await waitFor(() => expect(screen.getAllByText('Ольга')).toHaveLength(2));
  expect(callsOf(auth)).toEqual(['verify']);
});

test('another auth given to the provider replaces the first for every hook below', async () => {
  const first = createTestAuth(olga);
  const second = createTestAuth(pavel);
  const { rerender } = render(
    <AuthProvider auth={first}>
      <Name />
    </AuthProvider>,
  );
  await screen.findByText('Ольга');
  rerender(
    <AuthProvider auth={second}>
      <Name />
    </AuthProvider>,
  );
  await screen.findByText('Павел');
  await act(() => first.logout());
  expect(screen.getByText('Павел')).toBeDefined();
});

test('the nearest provider wins', async () => {
  render(
    <AuthProvider auth={createTestAuth(olga)}>
      <AuthProvider auth={createTestAuth(pavel)}>
        <Name />
      </AuthProvider>
    </AuthProvider>,
  );
  expect(await screen.findByText('Павел')).toBeDefined();
});

test('after unmounting no listener is left and the auth still works', async () => {
  const auth = createTestAuth(olga);
  const left = new Set<unknown>();
  const { subscribe } = auth;
  vi.spyOn(auth, 'subscribe').mockImplementation((listener) => {
    const unsubscribe = subscribe(listener);
    left.add(unsubscribe);
    return () => {
      left.delete(unsubscribe);
      unsubscribe();
    };
  });
  const { unmount } = render(
    <AuthProvider auth={auth}>
      <Name />
    </AuthProvider>,
  );
  await screen.findByText('Ольга');
  expect(left.size).toBeGreaterThan(0);
  unmount();
  expect(left.size).toBe(0);
  await auth.logout();
  expect(auth.getState().isAuth).toBe(false);
});
