import { createAuth } from '@referral-dashboard/auth-core';
import { fakeBackend } from '@referral-dashboard/auth-core/testing';
import { act, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BASE_URL, callsOf, createTestAuth, olga } from '../test/auth.ts';
import { AuthProvider, useAccess, useAuth, useAuthState, useUser } from './index.ts';

function Page() {
  const { isInitialized } = useAuth();
  const user = useUser();
  const { role } = useAuthState((state) => ({ role: state.role }));
  return <p>{[isInitialized ? 'готово' : 'загрузка', user?.['first_name'], role, useAccess()].join(' ')}</p>;
}

const pending = 'загрузка   pending';
const ready = 'готово Ольга organization granted';

const appOf = (auth: ReturnType<typeof createTestAuth>) => (
  <AuthProvider auth={auth}>
    <Page />
  </AuthProvider>
);

async function hydrate(html: string, auth: ReturnType<typeof createTestAuth>) {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = html;
  const onRecoverableError = vi.fn();
  const root = await act(async () => hydrateRoot(container, appOf(auth), { onRecoverableError }));
  onTestFinished(() => {
    act(() => root.unmount());
    container.remove();
  });
  return { container, onRecoverableError };
}

test('on a server the hooks show the initial state, read no storage and send nothing', () => {
  const storage = { getItem: vi.fn(), setItem: vi.fn(), removeItem: vi.fn() };
  const fetch = vi.fn();
  const html = renderToString(
    appOf(createAuth({ baseUrl: BASE_URL, backend: fakeBackend(), storage, fetch })),
  );
  expect(html).toBe(`<p>${pending}</p>`);
  expect(storage.getItem).not.toHaveBeenCalled();
  expect(fetch).not.toHaveBeenCalled();
});

test('hydration starts from what the server rendered and then shows the session', async () => {
  const auth = createTestAuth(olga);
  const { container, onRecoverableError } = await hydrate(renderToString(appOf(createTestAuth())), auth);
  await waitFor(() => expect(container.textContent).toBe(ready));
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test('an auth that was started before hydration does not break it', async () => {
  const html = renderToString(appOf(createTestAuth()));
  const auth = createTestAuth(olga);
  await auth.initialize();
  const { container, onRecoverableError } = await hydrate(html, auth);
  expect(container.textContent).toBe(ready);
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(callsOf(auth)).toEqual(['verify']);
});
