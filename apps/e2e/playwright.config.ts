import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';

const { CI } = process.env;

/** Tag of end-to-end stories through browser, server and database; the short run includes only these. */
const STORY = /@story/;

export default defineConfig({
  fullyParallel: true,
  // Pages wait more than they compute, so three workers keep two cores busy.
  workers: 3,
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // `pnpm pictures` writes them. One machine renders the same pixels each time, so this accepts small changes of a text and
    // reports a changed layout.
    toHaveScreenshot: { pathTemplate: '../../docs/pictures/{arg}{ext}', maxDiffPixelRatio: 0.005 },
  },
  // Other systems render the edges of letters differently.
  ignoreSnapshots: process.platform !== 'linux',
  updateSnapshots: 'none',
  forbidOnly: Boolean(CI),
  reporter: [['list'], ['./tabs/table.ts'], ['json', { outputFile: 'reports/browser.json' }]],
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    // `--trace=retain-on-failure` records one; recording takes a quarter of the time.
    trace: 'off',
    launchOptions: await launchOptions(),
  },
  projects: [
    { name: 'stories', testDir: 'tests', grep: STORY },
    { name: 'browser', testDir: 'tests', grepInvert: STORY },
    { name: 'tabs', testDir: 'tabs', timeout: 120_000 },
  ],
});
