import { type BrowserContext, expect, type Page } from '@playwright/test';

/** A session in local storage. */
export type StoredSession = {
  access_token: string;
  refresh_token: string;
  user_data: string;
  user_role: string;
};

export type Credentials = { phone: string; password: string };

/** Signs a user in through the API. */
export async function openSession(url: string, { phone, password }: Credentials): Promise<StoredSession> {
  const answer = await fetch(`${url}/api/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, password, 'smart-token': '' }),
  });
  expect(answer.status, 'status of the sign-in').toBe(200);
  const { access, refresh } = (await answer.json()) as { access: string; refresh: string };
  const me = await fetch(`${url}/api/accounts/users/me/`, { headers: { authorization: `Bearer ${access}` } });
  const user = (await me.json()) as { role: string | null };
  return {
    access_token: access,
    refresh_token: refresh,
    user_data: JSON.stringify(user),
    user_role: user.role ?? '',
  };
}

/** Stores a session, or some of its keys, in the local storage of a context. */
export async function storeSession(context: BrowserContext, url: string, session: Partial<StoredSession>) {
  const localStorage = Object.entries(session)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ name, value }));
  await context.setStorageState({ cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] });
}

/** Signs a user in through the API and stores the session in the context. */
export async function signInContext(context: BrowserContext, url: string, person: Credentials) {
  const session = await openSession(url, person);
  await storeSession(context, url, session);
  return session;
}

/** Local storage of the origin of the page. */
export const readLocalStorage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage }));

/** The keys of the session in local storage. */
export async function readStoredSession(page: Page): Promise<Partial<StoredSession>> {
  const all = Object.entries(await readLocalStorage(page));
  return Object.fromEntries(
    all.filter(([key]) => /^(access_token|refresh_token|user_data|user_role)$/.test(key)),
  );
}
