import { expect, type Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { readShownUsers, shareExpiredSession } from './people.ts';

/** How the tabs start: by separate commands, by one broadcast message, or by a reload. */
export type Start = 'commands' | 'message' | 'reload';

export type Round = {
  readonly statuses: readonly number[];
  /** Number of refresh tokens that the server received more than once or after the end of their session. */
  readonly invalidSpends: number;
  readonly rotated: number;
  /** Number of tabs that stayed signed in. */
  readonly signedIn: number;
  /** A lock was already taken in at least one tab. */
  readonly contended: boolean;
  readonly milliseconds: number;
};

const starts: Record<Start, (tabs: readonly Page[]) => Promise<number[]>> = {
  commands: (tabs) => Promise.all(tabs.map((tab) => tab.evaluate(() => window.tab.me()))),
  message: async (tabs) => {
    const [first, ...others] = tabs;
    if (first === undefined) return [];
    await Promise.all(others.map((tab) => tab.evaluate(() => window.tab.signal.arm())));
    const armed = others.map((tab) => tab.evaluate(() => window.tab.signal.armed()));
    return Promise.all([first.evaluate(() => window.tab.signal.go()), ...armed]);
  },
  reload: (tabs) =>
    Promise.all(
      tabs.map(async (tab) => {
        await tab.reload();
        await expect(tab).toHaveTitle('ready');
        return tab.evaluate(() => window.tab.me());
      }),
    ),
};

const countLockRefusals = async (tabs: readonly Page[]) => {
  const refusals = await Promise.all(tabs.map((tab) => tab.evaluate(() => window.tab.lockRefusals())));
  return refusals.reduce((sum, one) => sum + one, 0);
};

/** Expires one session in all tabs at once; each tab then requests the user. */
export async function playRound(server: TestServer, tabs: readonly Page[], start: Start): Promise<Round> {
  await shareExpiredSession(server, tabs);
  server.forgetRefreshes();
  const before = start === 'reload' ? 0 : await countLockRefusals(tabs);
  const started = performance.now();
  const statuses = await starts[start](tabs);
  const milliseconds = performance.now() - started;
  await Promise.all(tabs.map((tab) => tab.evaluate(() => window.tab.locksSettled())));
  const { rotated, graced, reused, ended } = server.refreshSpends();
  const shown = await readShownUsers(tabs);
  return {
    statuses,
    invalidSpends: graced + reused + ended,
    rotated,
    signedIn: shown.filter((user) => user !== null).length,
    contended: (await countLockRefusals(tabs)) > before,
    milliseconds,
  };
}
