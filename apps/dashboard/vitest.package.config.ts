import { defineConfig } from 'vitest/config';

/** Checks of the built dashboard: `dist/` must be there. */
export default defineConfig({
  test: {
    testTimeout: 30_000,
    include: ['build-test/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/package.json' }]],
  },
});
