import { defineConfig } from 'vitest/config';
import { findPostgres } from '../setup/postgres-programs.ts';

const project = (name: string, globalSetup: string, more: string[] = []) => ({
  test: {
    name,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['test/{server,referral,money}/**/*.test.ts', ...more],
    globalSetup: ['test/setup/dump.ts', globalSetup].filter(Boolean),
    setupFiles: ['test/setup/database.ts'],
  },
});

if (findPostgres() === undefined) {
  const sentence = 'PostgreSQL is not installed: the server is tested on the embedded database ALONE.';
  const { CI } = process.env;
  if (CI === 'true') throw new Error(sentence);
  console.warn(`\n${'!'.repeat(sentence.length)}\n${sentence}\n${'!'.repeat(sentence.length)}\n`);
}

/** The same tests on both databases. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'reports/server.json' }]],
    projects: [
      project('pglite', ''),
      ...(findPostgres() === undefined
        ? []
        : [project('postgres', 'test/setup/postgres.ts', ['test/postgres/**/*.test.ts'])]),
    ],
  },
});
