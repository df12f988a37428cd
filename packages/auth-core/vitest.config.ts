import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // `spec/<id>` is checked by the product map.
    strictTags: false,
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
  },
});
