import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    isolate: false,
    // `spec/<id>` is checked by the product map.
    strictTags: false,
    include: ['src/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
  },
});
