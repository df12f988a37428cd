import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    isolate: false,
    // Hashes and signatures by the thousand, on whatever the machine has left.
    testTimeout: 60_000,
    // `spec/<id>` is checked by the product map.
    strictTags: false,
    include: ['src/**/*.test.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
  },
});
