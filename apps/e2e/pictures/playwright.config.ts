import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';
import { viewports } from '../support/views.ts';

const underFinger = { hasTouch: true, isMobile: true };

/** Pictures of every screen in every state, for the eye: nothing is compared, and the test command does not come here. */
export default defineConfig({
  ...tests,
  timeout: 600_000,
  use: { ...tests.use, actionTimeout: 20_000 },
  reporter: 'list',
  outputDir: '../test-results/pictures-run',
  projects: [
    { name: '360', testDir: '.', use: { viewport: viewports[360], ...underFinger } },
    { name: '768', testDir: '.', use: { viewport: viewports[768], ...underFinger } },
    { name: '1440', testDir: '.', use: { viewport: viewports[1440] } },
  ],
});
