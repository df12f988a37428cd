import { organization } from '../support/people.ts';
import { expect, test } from './fixtures.ts';
import { long, median, note } from './measure.ts';
import { findUserIds, settle, signIn } from './people.ts';

/** Maximum time, in milliseconds, for another tab to apply a change. */
const promised = 250;

const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10;

test('other tabs follow repeated logins and logouts without a request', async ({ openTabs, server }) => {
  const [acting, following] = await openTabs(2);
  if (acting === undefined || following === undefined) throw new Error('No tab');
  const { organization: id } = await findUserIds(server);
  /** Time at which the tab first showed the user after the given number of changes. */
  const momentOf = (tab: typeof acting, user: string | null) =>
    tab.evaluate(async (shown) => {
      await window.tab.shows(shown);
      return window.tab.changes.findLast((change) => change.shown === shown)?.at ?? Number.NaN;
    }, user);

  const signIns: number[] = [];
  const signOuts: number[] = [];
  for (let round = 0; round < (long ? 100 : 10); round += 1) {
    await signIn(acting, organization);
    signIns.push((await momentOf(following, id)) - (await momentOf(acting, id)));
    await settle([acting, following]);
    await acting.evaluate(() => window.tab.auth.logout());
    signOuts.push((await momentOf(following, null)) - (await momentOf(acting, null)));
    await settle([acting, following]);
  }
  expect(await following.evaluate(() => window.tab.sent)).toEqual([]);
  for (const [name, times] of Object.entries({ 'sign-in': signIns, 'sign-out': signOuts })) {
    const figures = { 'median ms': tenths(median(times)), 'worst ms': tenths(Math.max(...times)) };
    note({ 'followed in another tab': name, rounds: times.length, ...figures });
    if (long) expect(median(times)).toBeLessThanOrEqual(promised);
  }
});
