import { type BrowserContext, expect, type Page } from '@playwright/test';
import { startTestServer } from '@referral-dashboard/api/testing';
import { test as base } from '../fixtures.ts';
import { people } from '../support/people.ts';
import { buildPage } from './build-page.ts';
import { buildAddress, type PageOptions } from './page/options.ts';
// Declares window.tab.
import type {} from './page/tab.ts';

/** A line of the server log. Public routes have no user. */
export type LogLine = {
  readonly id: string;
  readonly path?: string;
  readonly status?: number;
  readonly user?: string;
};

type TabFixtures = {
  /** Time, in milliseconds, that auth-core waits for storage writes of other tabs. Default: the value in its source. */
  contendedWait: number | undefined;
  /** Seconds during which the server accepts a used refresh token again. */
  refreshGrace: number;
  /** True when the pages have the Web Locks API. */
  webLocks: boolean;
  /** The log of the server, one line per request. */
  serverLog: LogLine[];
  /** Opens tabs of one browser on the minimal page. */
  openTabs(count: number, options?: PageOptions): Promise<Page[]>;
};

/** Tests with several tabs of a minimal page and the real server, which accepts each refresh token once. */
export const test = base.extend<TabFixtures>({
  contendedWait: [undefined, { option: true }],
  refreshGrace: [0, { option: true }],
  webLocks: [true, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture dependencies from the first parameter
  serverLog: ({}, use) => use([]),

  server: async ({ contendedWait, refreshGrace, serverLog }, use, testInfo) => {
    const dashboardDir = testInfo.outputPath('page');
    await buildPage(dashboardDir, contendedWait);
    const onLog = (line: string) => serverLog.push(JSON.parse(line) as LogLine);
    const server = await startTestServer({ people, dashboardDir, refreshGrace, onLog });
    await use(server);
    await server.stop();
  },

  openTabs: async ({ context, webLocks }, use) => {
    if (!webLocks) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
    await use((count, options = {}) =>
      Promise.all(Array.from({ length: count }, () => openTab(context, options))),
    );
  },
});

async function openTab(context: BrowserContext, options: PageOptions): Promise<Page> {
  const page = await context.newPage();
  await page.goto(buildAddress(options));
  await expect(page).toHaveTitle('ready');
  return page;
}

export { expect };
