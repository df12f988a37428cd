import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const TESTS = 'src/**/*.test.{ts,tsx}';

const filesWith = (pattern: RegExp) =>
  globSync(TESTS, { cwd: import.meta.dirname })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => pattern.test(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')));

/** Files that mock modules need a separate module registry. */
const mocking = filesWith(/\bvi\.(do)?mock\(/i);

/** Files that render the whole application. */
const opening = filesWith(/\bopenApp\b/).filter((name) => !mocking.includes(name));

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
  resolve: { alias: { '@': resolve(import.meta.dirname, 'src') } },
  test: {
    // The product map checks the tags `spec/<id>`.
    strictTags: false,
    maxWorkers: 2,
    environment: 'jsdom',
    // As long as `asyncUtilTimeout`; the defaults are too short on a slow machine.
    expect: { poll: { timeout: 5_000 } },
    testTimeout: 20_000,
    environmentOptions: { jsdom: { url: 'http://127.0.0.1:3000/' } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    reporters: ['default', ['json', { outputFile: 'reports/unit.json' }]],
    projects: [
      project('components', [TESTS], [...mocking, ...opening], false, [setup]),
      // Workers are reused, because compiling the application takes as long as its tests.
      project('application', opening, [], false, [setup, 'src/testing/preload-pages.ts']),
      project('mocking', mocking, [], true, [setup, 'src/testing/preload-shell.ts']),
    ],
  },
});
