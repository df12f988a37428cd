import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // On whatever the machine has left.
    testTimeout: 60_000,
    include: ['src/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
  },
});
