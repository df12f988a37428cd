import type { Auth } from '@referral-dashboard/auth-core';
import { createRoot as createReactRoot } from 'react-dom/client';
import { createEffect, createRoot } from 'solid-js';
import { mount, unmount } from 'svelte';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApp, h } from 'vue';
import { startApi } from './api.ts';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
  process.env.API_URL = api.url;
});
afterAll(() => api.close());
beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '<div id="app"></div>';
});

const place = () => document.getElementById('app') as HTMLElement;
const shows = (text: string) => vi.waitFor(() => expect(place().textContent).toContain(text));

/** Signs in and out and checks the text in between. */
async function follows(auth: Auth, anonymous: string, signedIn: string): Promise<void> {
  await auth.initialize();
  await shows(anonymous);
  await auth.login({ username: 'olga', password: 'secret' });
  await shows(signedIn);
  await auth.logout();
  await shows(anonymous);
}

test('vue: a component follows the session and unsubscribes when it is unmounted', async () => {
  const { auth, useAuth } = await import('../vue/use-auth.ts');
  const unsubscribed = vi.fn();
  const { subscribe } = auth;
  vi.spyOn(auth, 'subscribe').mockImplementation((listener) => {
    const stop = subscribe(listener);
    return () => {
      unsubscribed();
      stop();
    };
  });
  const app = createApp({
    setup() {
      const state = useAuth();
      return () => h('p', String(state.value.user?.name ?? 'signed out'));
    },
  });
  app.mount(place());
  await follows(auth, 'signed out', 'Olga');
  app.unmount();
  expect(unsubscribed).toHaveBeenCalledTimes(1);
});

test('svelte: a component follows the session', async () => {
  const [{ auth }, { default: App }] = await Promise.all([
    import('../svelte/session.ts'),
    import('../svelte/App.svelte'),
  ]);
  const app = mount(App, { target: place() });
  await follows(auth, 'Signed out', 'Olga');
  await unmount(app);
});

test('solid: a signal follows the session and unsubscribes when its owner is disposed', async () => {
  const { auth, createSession } = await import('../solid/session.ts');
  const dispose = createRoot((end) => {
    const session = createSession();
    createEffect(() => {
      place().textContent = String(session().user?.name ?? 'signed out');
    });
    return end;
  });
  await follows(auth, 'signed out', 'Olga');
  dispose();
  await auth.login({ username: 'olga', password: 'secret' });
  expect(place().textContent).toBe('signed out');
  await auth.logout();
});

test('tanstack-query: a query starts when a user is signed in', async () => {
  const { app } = await import('../tanstack-query/orders.tsx');
  const { auth } = await import('../tanstack-query/queries.ts');
  const root = createReactRoot(place());
  root.render(app);
  await follows(auth, 'anonymous', '2 orders');
  root.unmount();
});
