import { defineConfig } from 'vitest/config';

/** Tests of the built dashboard. They need `dist/`. */
export default defineConfig({
  test: {
    // Tests compress all files at the highest level and run a Vite build.
    testTimeout: 30_000,
    include: ['build-test/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/package.json' }]],
  },
});
