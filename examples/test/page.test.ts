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

/** Signs in and out, and looks at what is shown meanwhile. */
async function follows(auth: Auth, anonymous: string, signedIn: string): Promise<void> {
  await auth.initialize();
  await shows(anonymous);
  await auth.login({ phone: '+79990000001', password: 'secret' });
  await shows(signedIn);
  await auth.logout();
  await shows(anonymous);
}

test('vue: a component follows the session, and stops when it is gone', async () => {
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
      return () => h('p', state.value.user?.first_name ?? 'nobody');
    },
  });
  app.mount(place());
  await follows(auth, 'nobody', 'Olga');
  app.unmount();
  expect(unsubscribed).toHaveBeenCalledTimes(1);
});

test('svelte: a component follows the session', async () => {
  const [{ auth }, { default: App }] = await Promise.all([
    import('../svelte/session.ts'),
    import('../svelte/App.svelte'),
  ]);
  const app = mount(App, { target: place() });
  await follows(auth, 'Nobody is signed in', 'Olga');
  await unmount(app);
});

test('solid: a signal follows the session, and stops when its owner is gone', async () => {
  const { auth, createSession } = await import('../solid/session.ts');
  const dispose = createRoot((end) => {
    const session = createSession();
    createEffect(() => {
      place().textContent = session().user?.first_name ?? 'nobody';
    });
    return end;
  });
  await follows(auth, 'nobody', 'Olga');
  dispose();
  await auth.login({ phone: '+79990000001', password: 'secret' });
  expect(place().textContent).toBe('nobody');
  await auth.logout();
});

test('tanstack-query: a query starts when it is known who asks', async () => {
  const { app } = await import('../tanstack-query/leads.tsx');
  const { auth } = await import('../tanstack-query/queries.ts');
  const root = createReactRoot(place());
  root.render(app);
  await follows(auth, 'anonymous', '2 leads');
  root.unmount();
});
