import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const TESTS = 'src/**/*.test.{ts,tsx}';

/** Files that put something in a module's place: no other may find it there. */
const mocking = globSync(TESTS, { cwd: import.meta.dirname })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\bvi\.(do)?mock\(/i.test(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')));

const project = (name: string, include: string[], exclude: string[], isolate: boolean) => ({
  extends: true as const,
  test: { name, include, exclude, isolate },
});

export default defineConfig({
  plugins: [react()],
  test: {
    // `spec/<id>` is checked by the product map.
    strictTags: false,
    // Whole pages are compiled and drawn on whatever the machine has left.
    testTimeout: 60_000,
    maxWorkers: 2,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://127.0.0.1:3000/' } },
    setupFiles: ['src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
    projects: [
      // The application is compiled once for a worker, which takes as long as its tests.
      project('dashboard', [TESTS], mocking, false),
      project('mocking', mocking, [], true),
    ],
  },
});
