import { expect, test } from './fixtures.ts';
import { hold, type PausedPart } from './hold.ts';
import {
  findUserIds,
  readShownUsers,
  readStorage,
  settle,
  shareExpiredSession,
  shareSession,
} from './people.ts';

const refresh = '/api/accounts/refresh/';
const nothing = [{}, {}];

for (const held of ['request', 'response'] satisfies PausedPart[]) {
  test(`a tab stores no token after a logout in another tab while the ${held} of its refresh is pending`, async ({
    openTabs,
    server,
  }) => {
    const tabs = await openTabs(2);
    const [refreshing, other] = tabs;
    if (refreshing === undefined || other === undefined) throw new Error('No tab');
    await shareExpiredSession(server, tabs);
    const { arrived, release } = await hold(refreshing, refresh, held);
    const given = refreshing.evaluate(() => window.tab.me());
    await arrived;
    await other.evaluate(() => window.tab.auth.logout());
    await refreshing.evaluate(() => window.tab.shows(null));
    release();
    expect(await given).toBe(401);
    await settle(tabs);
    expect(await readStorage(tabs)).toEqual(nothing);
    expect(await readShownUsers(tabs)).toEqual([null, null]);
  });
}

test('a logout at any moment of another tab’s refresh leaves nothing stored', async ({
  openTabs,
  server,
}) => {
  const tabs = await openTabs(2, { lag: 5 });
  const [refreshing, other] = tabs;
  if (refreshing === undefined || other === undefined) throw new Error('No tab');
  for (let delay = 0; delay < 40; delay += 2) {
    await shareExpiredSession(server, tabs);
    const given = refreshing.evaluate(() => window.tab.me());
    await other.evaluate(async (milliseconds) => {
      await window.tab.after(milliseconds);
      await window.tab.auth.logout();
    }, delay);
    await given;
    await settle(tabs);
    expect(await readStorage(tabs), `${delay} ms after the start`).toEqual(nothing);
    expect(await readShownUsers(tabs), `${delay} ms after the start`).toEqual([null, null]);
  }
});

test('every other tab follows a logout without a request', async ({ openTabs, server }) => {
  const [first, ...others] = await openTabs(4);
  if (first === undefined) throw new Error('No tab');
  await shareSession(server, [first, ...others]);
  await first.evaluate(() => window.tab.auth.logout());
  await Promise.all(others.map((tab) => tab.evaluate(() => window.tab.shows(null))));
  for (const tab of others) expect(await tab.evaluate(() => window.tab.sent)).toEqual([]);
  expect(await readStorage(others)).toEqual([{}, {}, {}]);
});

test('localStorage.clear() in another tab ends the session', async ({ openTabs, server }) => {
  const [first, other] = await openTabs(2);
  if (first === undefined || other === undefined) throw new Error('No tab');
  await shareSession(server, [first, other]);
  await first.evaluate(() => localStorage.clear());
  await other.evaluate(() => window.tab.shows(null));
  expect(await other.evaluate(() => window.tab.auth.getState())).toMatchObject({ isAuth: false, role: null });
});

test('a user written by other code in another tab is shown', async ({ openTabs, server }) => {
  const [first, other] = await openTabs(2);
  if (first === undefined || other === undefined) throw new Error('No tab');
  await shareSession(server, [first, other]);
  const { organization } = await findUserIds(server);
  await first.evaluate(
    (id) => localStorage.setItem('user_data', JSON.stringify({ id, role: 'auditor' })),
    organization,
  );
  await expect.poll(() => other.evaluate(() => window.tab.auth.getState().role)).toBe('auditor');
  expect(await other.evaluate(() => window.tab.sent)).toEqual([]);
});

test('the removal of a token by other code in another tab ends the session', async ({ openTabs, server }) => {
  const [first, other] = await openTabs(2);
  if (first === undefined || other === undefined) throw new Error('No tab');
  await shareSession(server, [first, other]);
  await first.evaluate(() => localStorage.removeItem('refresh_token'));
  await other.evaluate(() => window.tab.shows(null));
});
