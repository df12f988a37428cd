import type { Page } from '@playwright/test';
import { organization, partner } from '../support/people.ts';
import { expect, type LogLine, test } from './fixtures.ts';
import { hold, type PausedPart } from './hold.ts';
import { long, note } from './measure.ts';
import {
  findUserIds,
  getUserId,
  readShownUsers,
  readStorage,
  settle,
  shareExpiredSession,
  shareSession,
  signIn,
} from './people.ts';

const me = '/api/accounts/users/me/';

const userOfToken = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { user_id: string }).user_id;

/** Requests whose token belongs to a different user than the page showed or than the server log names. */
async function mixedUp(tabs: readonly Page[], log: readonly LogLine[]) {
  const users = new Map(log.map(({ id, user }) => [id, user]));
  const sent = (await Promise.all(tabs.map((tab) => tab.evaluate(() => window.tab.sent)))).flat();
  const judged = sent.filter(({ id }) => users.get(id ?? '') !== undefined);
  expect(judged.length, 'there is something to judge').toBeGreaterThan(0);
  return sent.filter(({ shown, bearer, id }) => {
    if (shown === null || bearer === null) return false;
    const known = users.get(id ?? '') ?? shown;
    return userOfToken(bearer) !== shown || known !== shown;
  });
}

test('every other tab follows a login without a request', async ({ openTabs, server }) => {
  const [first, ...others] = await openTabs(4);
  if (first === undefined) throw new Error('No tab');
  const ids = await findUserIds(server);
  await signIn(first, organization);
  await Promise.all(others.map((tab) => tab.evaluate((id) => window.tab.shows(id), ids.organization)));
  for (const tab of others) {
    expect(await tab.evaluate(() => window.tab.sent)).toEqual([]);
    expect(await tab.evaluate(() => window.tab.auth.getState())).toMatchObject({
      isAuth: true,
      role: 'organization',
      user: { last_name: organization.last_name },
    });
  }
});

test('every other tab shows a changed profile without a request', async ({ openTabs, server }) => {
  const [first, ...others] = await openTabs(3);
  if (first === undefined) throw new Error('No tab');
  await shareSession(server, [first, ...others]);
  await first.evaluate(() => window.tab.auth.updateProfile({ first_name: 'Алла' }));
  for (const tab of others) {
    await expect.poll(() => tab.evaluate(() => window.tab.auth.getState().user?.['first_name'])).toBe('Алла');
    expect(await tab.evaluate(() => window.tab.sent)).toEqual([]);
  }
});

for (const held of ['request', 'response'] satisfies PausedPart[]) {
  test(`a call whose ${held} was pending when another user signed in in another tab is not repeated as that user`, async ({
    openTabs,
    server,
    serverLog,
  }) => {
    const tabs = await openTabs(2);
    const [calling, other] = tabs;
    if (calling === undefined || other === undefined) throw new Error('No tab');
    const ids = await findUserIds(server);
    await shareExpiredSession(server, tabs);
    const { arrived, release } = await hold(calling, me, held);
    const given = calling.evaluate(() => window.tab.me());
    await arrived;
    await signIn(other, partner);
    await calling.evaluate((id) => window.tab.shows(id), ids.partner);
    release();
    expect(await given).toBe(401);
    expect(await calling.evaluate(() => window.tab.sent.length)).toBe(1);
    expect(await readShownUsers(tabs)).toEqual([ids.partner, ids.partner]);
    expect(await mixedUp(tabs, serverLog)).toEqual([]);
  });
}

test('token and user switch together when another user signs in during calls', async ({
  openTabs,
  server,
  serverLog,
}) => {
  const tabs = await openTabs(3, { lag: 5 });
  const [first, ...others] = tabs;
  if (first === undefined) throw new Error('No tab');
  const ids = await findUserIds(server);
  await signIn(first, organization);
  await Promise.all(others.map((tab) => tab.evaluate((id) => window.tab.shows(id), ids.organization)));
  for (const [person, id] of [
    [partner, ids.partner],
    [organization, ids.organization],
    [partner, ids.partner],
  ] as const) {
    const calls = others.map((tab) =>
      tab.evaluate(async (next) => {
        let over = false;
        const shows = window.tab.shows(next).then(() => {
          over = true;
        });
        while (!over) await window.tab.me();
        await shows;
        return window.tab.me();
      }, id),
    );
    await signIn(first, person);
    expect(await Promise.all(calls)).toEqual([200, 200]);
  }
  expect(await mixedUp(tabs, serverLog)).toEqual([]);
});

/** Distinct users that the stored tokens and user data belong to. */
const ownersIn = ({ access_token, refresh_token, user_data }: Record<string, string>) =>
  new Set([
    ...[access_token, refresh_token].flatMap((token) => (token ? [userOfToken(token)] : [])),
    ...(user_data ? [getUserId({ user_data })] : []),
  ]);

for (const lag of [0, 5]) {
  test(`a login as another user at any moment of another tab’s refresh mixes and loses nothing (storage ${lag} ms late)`, async ({
    openTabs,
    server,
    serverLog,
  }) => {
    const tabs = await openTabs(2, { lag });
    const [refreshing, other] = tabs;
    if (refreshing === undefined || other === undefined) throw new Error('No tab');
    const ids = await findUserIds(server);
    const outcomes: string[] = [];
    // The short run combines each delay with only one of the lags.
    for (let delay = long || lag === 0 ? 0 : 2; delay < 40; delay += long ? 2 : 4) {
      await shareExpiredSession(server, tabs);
      const given = refreshing.evaluate(() => window.tab.me());
      const outcome = await other.evaluate(
        async ([milliseconds, credentials]) => {
          await window.tab.after(milliseconds);
          return window.tab.auth.login(credentials).then(
            () => 'signed in',
            ({ code }: { code: string }) => code,
          );
        },
        [delay, { phone: partner.phone, password: partner.password }] as const,
      );
      await given;
      await settle(tabs);
      const when = `${delay} ms after the start: ${outcome}`;
      expect(outcome, when).toBe('signed in');
      for (const one of await readStorage(tabs)) expect([...ownersIn(one)], when).toEqual([ids.partner]);
      expect(await readShownUsers(tabs), when).toEqual(tabs.map(() => ids.partner));
      outcomes.push(outcome);
    }
    expect(await mixedUp(tabs, serverLog)).toEqual([]);
    const lost = outcomes.filter((outcome) => outcome !== 'signed in').length;
    note({
      name: `sign-in during a refresh elsewhere, storage ${lag} ms late`,
      rounds: outcomes.length,
      lost,
    });
  });
}
