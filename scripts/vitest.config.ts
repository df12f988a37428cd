import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'scripts',
    include: ['*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'scripts/reports/checks.json' }]],
  },
});
