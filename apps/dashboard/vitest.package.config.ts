import { defineConfig } from 'vitest/config';

/** Checks of the built dashboard: `dist/` must be there. */
export default defineConfig({
  test: {
    // All files are compressed at the highest level, and one test runs a Vite build.
    testTimeout: 30_000,
    include: ['build-test/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/package.json' }]],
  },
});
