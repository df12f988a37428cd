import { cleanup, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { vi } from 'vitest';
import { SWITCH_MS } from '../app/access/use-session-end.ts';
import type { openApp } from './open-app.tsx';
import { server, urls } from './server.ts';

type App = ReturnType<typeof openApp>;

/** Revokes the session on the server: the next request and the refresh return 401. */
export async function endSession(app: App): Promise<void> {
  const respondUnauthorized = () => HttpResponse.json({ detail: 'Войдите снова.' }, { status: 401 });
  server.use(
    http.get(urls.me, respondUnauthorized, { once: true }),
    http.post(urls.refresh, respondUnauthorized, { once: true }),
  );
  skipSwitchDelay();
  await app.auth.fetch(urls.me);
  await screen.findByRole('heading', { name: 'Вход' });
}

/** Skips the delay that allows another tab to sign in. */
function skipSwitchDelay(): void {
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, milliseconds, ...values) =>
    setTimeout(run, milliseconds === SWITCH_MS ? 0 : milliseconds, ...values),
  );
}

/** Signs in with the form on the page; the API returns `person` as the user. */
export async function signInAs({ user }: App, person: object): Promise<void> {
  server.use(http.get(urls.me, () => HttpResponse.json({ ...person })));
  await user.click(screen.getByLabelText('Телефон'));
  await user.paste('9161234567');
  await user.click(screen.getByLabelText('Пароль'));
  await user.paste('secret');
  await user.click(screen.getByRole('button', { name: 'Войти' }));
}

/** Simulates a reload: unmounts the page and keeps session storage. */
export function simulateReload(): void {
  const stored = { ...sessionStorage };
  cleanup();
  Object.assign(sessionStorage, stored);
}
