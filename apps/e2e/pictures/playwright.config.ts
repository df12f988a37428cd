import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';
import { viewports } from '../support/views.ts';

const touch = { hasTouch: true, isMobile: true };

/** Takes pictures of every screen in every state for visual review. Nothing is compared, and the test commands do not run it. */
export default defineConfig({
  ...tests,
  timeout: 600_000,
  use: { ...tests.use, actionTimeout: 20_000 },
  reporter: 'list',
  outputDir: '../test-results/pictures-run',
  projects: [
    { name: '360', testDir: '.', use: { viewport: viewports[360], ...touch } },
    { name: '768', testDir: '.', use: { viewport: viewports[768], ...touch } },
    { name: '1440', testDir: '.', use: { viewport: viewports[1440] } },
  ],
});
