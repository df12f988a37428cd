import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    isolate: false,
    // `spec/<id>` is checked by the product map.
    strictTags: false,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['test/setup.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
  },
});
