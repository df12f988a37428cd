import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { isLong } from './support/sweep.ts';

const { CI } = process.env;

const long = { name: 'long', testDir: 'long' };

export default defineConfig({
  fullyParallel: true,
  grepInvert: isLong ? [] : /@long/,
  // Pages wait more than they compute: three are as many as keep two cores busy.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(CI),
  reporter: [['list'], ['./tabs/table.ts'], ['json', { outputFile: 'reports/browser.json' }]],
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    // Drawn by `--trace=retain-on-failure`: it takes a quarter of the time.
    trace: 'off',
    launchOptions: await launchOptions(),
  },
  projects: [
    { name: 'chromium', testDir: 'tests' },
    ...(isLong ? [long] : []),
    { name: 'tabs', testDir: 'tabs', timeout: 120_000 },
  ],
});
