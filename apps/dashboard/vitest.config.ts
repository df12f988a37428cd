import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const TESTS = 'src/**/*.test.{ts,tsx}';

/** Files that mock modules: they must not share them with other files. */
const mocking = globSync(TESTS, { cwd: import.meta.dirname })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\bvi\.(do)?mock\(/i.test(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')));

const setup = 'src/testing/setup.ts';

const project = (
  name: string,
  include: string[],
  exclude: string[],
  isolate: boolean,
  setupFiles: string[],
) => ({
  extends: true as const,
  test: { name, include, exclude, isolate, setupFiles },
});

export default defineConfig({
  plugins: [react()],
  test: {
    // `spec/<id>` is checked by the product map.
    strictTags: false,
    maxWorkers: 2,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://127.0.0.1:3000/' } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
    projects: [
      // The application is compiled once per worker, which takes as long as its tests.
      project('dashboard', [TESTS], mocking, false, [setup]),
      project('mocking', mocking, [], true, [setup]),
    ],
  },
});
