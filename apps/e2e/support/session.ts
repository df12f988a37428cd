import { type BrowserContext, expect, type Page } from '@playwright/test';

/** A session as the browser keeps it. */
export type StoredSession = {
  access_token: string;
  refresh_token: string;
  user_data: string;
  user_role: string;
};

type Credentials = { phone: string; password: string };

/** Signs a person in without a browser. */
export async function openSession(url: string, { phone, password }: Credentials): Promise<StoredSession> {
  const answer = await fetch(`${url}/api/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, password, 'smart-token': '' }),
  });
  expect(answer.status, 'the person signs in').toBe(200);
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

/** Puts a session, or some of its keys, into a browser that was not opened yet at this address. */
export async function store(context: BrowserContext, url: string, session: Partial<StoredSession>) {
  const localStorage = Object.entries(session)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ name, value }));
  await context.setStorageState({ cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] });
}

/** Opens a browser in which the person is signed in already. */
export async function signedIn(context: BrowserContext, url: string, person: Credentials) {
  const session = await openSession(url, person);
  await store(context, url, session);
  return session;
}

/** Everything the page's origin keeps in local storage. */
export const localStorageOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage }));

/** Part of it that is the session's. */
export async function stored(page: Page): Promise<Partial<StoredSession>> {
  const all = Object.entries(await localStorageOf(page));
  return Object.fromEntries(
    all.filter(([key]) => /^(access_token|refresh_token|user_data|user_role)$/.test(key)),
  );
}
