import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    // `spec/<id>` is checked by the product map.
    strictTags: false,
    include: ['src/**/*.test.{ts,tsx}'],
    // Whole pages are compiled and drawn on whatever the machine has left.
    testTimeout: 60_000,
    maxWorkers: 2,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://127.0.0.1:3000/' } },
    setupFiles: ['src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
  },
});
