import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';

const { CI } = process.env;

export default defineConfig({
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(CI),
  reporter: [['list'], ['./tabs/table.ts'], ['json', { outputFile: 'reports/browser.json' }]],
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: await launchOptions(),
  },
  projects: [
    { name: 'chromium', testDir: 'tests' },
    { name: 'tabs', testDir: 'tabs', timeout: 120_000, use: { trace: 'off' } },
  ],
});
