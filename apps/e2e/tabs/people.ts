import type { Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { organization, partner } from '../support/people.ts';
import { openSession, type StoredSession } from '../support/session.ts';

export const getUserId = ({ user_data }: Pick<StoredSession, 'user_data'>) =>
  (JSON.parse(user_data) as { id: string }).id;

/** Server ids of the two test users. */
export async function findUserIds(server: TestServer) {
  const [first, second] = await Promise.all(
    [organization, partner].map(({ phone }) => server.findUser(phone)),
  );
  if (first === undefined || second === undefined) throw new Error('Nobody there');
  return { organization: first.id, partner: second.id };
}

/** Signs in through auth-core in this tab. */
export const signIn = (tab: Page, { phone, password }: { phone: string; password: string }) =>
  tab.evaluate((credentials) => window.tab.auth.login(credentials), { phone, password });

/** Stores one session of the organization in all tabs; resolves when every tab shows the user. */
export async function shareSession(server: TestServer, tabs: readonly Page[]): Promise<StoredSession> {
  const [first, ...others] = tabs;
  const session = await openSession(server.url, organization);
  const shown = [session.access_token, getUserId(session)] as const;
  await first?.evaluate((entries) => window.tab.put(entries), session);
  await Promise.all(
    others.map((tab) =>
      tab.evaluate(async ([access, user]) => {
        await window.tab.holds('access_token', access);
        await window.tab.shows(user);
      }, shown),
    ),
  );
  return session;
}

/** Like {@link shareSession}, with an expired access token. */
export async function shareExpiredSession(server: TestServer, tabs: readonly Page[]): Promise<StoredSession> {
  const session = await shareSession(server, tabs);
  server.advance(301);
  return session;
}

export const readShownUsers = (tabs: readonly Page[]) =>
  Promise.all(tabs.map((tab) => tab.evaluate(() => window.tab.shown())));

export const readStorage = (tabs: readonly Page[]) =>
  Promise.all(tabs.map((tab) => tab.evaluate(() => window.tab.stored())));

let marks = 0;

/**
 * Waits until no tab is refreshing and all tabs have received all storage writes. A marker written last confirms that earlier writes
 * were delivered.
 */
export async function settle(tabs: readonly Page[]): Promise<void> {
  await Promise.all(tabs.map((tab) => tab.evaluate(() => window.tab.locksSettled())));
  const value = String(++marks);
  for (const [index, tab] of tabs.entries()) {
    const key = `mark-${index}`;
    await tab.evaluate((mark) => localStorage.setItem(...mark), [key, value] as [string, string]);
    const seen = (other: Page) => other.evaluate((mark) => window.tab.holds(...mark), [key, value] as const);
    await Promise.all(tabs.map(seen));
  }
}
