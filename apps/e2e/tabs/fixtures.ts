import { type BrowserContext, expect, type Page } from '@playwright/test';
import { startTestServer } from '@referral-dashboard/api/testing';
import { test as base } from '../fixtures.ts';
import { people } from '../support/people.ts';
import { buildPage } from './build-page.ts';
import { addressOf, type PageOptions } from './page/options.ts';
// The type of what a page offers: window.tab.
import type {} from './page/tab.ts';

/** A line of the server's log; one of a request has all of this, but for the user of a public route. */
export type LogLine = {
  readonly id: string;
  readonly path?: string;
  readonly status?: number;
  readonly user?: string;
};

type TabFixtures = {
  /** Milliseconds auth-core waits for storage; left out, what its source says. */
  contendedWait: number | undefined;
  /** Seconds the server accepts a spent refresh token again. */
  refreshGrace: number;
  /** True when the pages have the Web Locks API. */
  webLocks: boolean;
  /** The server's own log, a line a request. */
  serverLog: LogLine[];
  /** Opens so many tabs of one browser at the bare page. */
  openTabs(count: number, options?: PageOptions): Promise<Page[]>;
};

/** Tests in tabs of a bare page, served by the real server without mercy for spent refresh tokens. */
export const test = base.extend<TabFixtures>({
  contendedWait: [undefined, { option: true }],
  refreshGrace: [0, { option: true }],
  webLocks: [true, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its first parameter
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
  await page.goto(addressOf(options));
  await expect(page).toHaveTitle('ready');
  return page;
}

export { expect };
