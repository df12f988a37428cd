import { defineConfig } from 'vitest/config';
import { instrument } from '../long/guards/instrument.ts';
import { findPostgres } from '../setup/postgres-programs.ts';

/** Has no database. */
const declarations = 'test/server/declarations.test.ts';

const project = (name: string, globalSetup: string, more: string[] = [], exclude: string[] = []) => ({
  test: {
    name,
    isolate: false,
    // `spec/<id>` is checked by the product map.
    strictTags: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['test/{server,referral,money}/**/*.test.ts', ...more],
    exclude,
    globalSetup: ['test/setup/dump.ts', globalSetup].filter(Boolean),
    setupFiles: ['test/setup/database.ts'],
  },
});

const { LONG = '' } = process.env;
const isLong = LONG !== '';
const [walk, fuzz] = ['test/long/walk/**/*.test.ts', 'test/long/fuzz/**/*.test.ts'];

/** The server with a switch at every place that keeps somebody out. */
const guards = {
  plugins: [instrument()],
  test: {
    name: 'guards',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['test/long/guards/**/*.test.ts'],
    globalSetup: ['test/setup/dump.ts'],
    setupFiles: ['test/setup/database.ts'],
  },
};

if (findPostgres() === undefined) {
  const sentence = 'PostgreSQL is not installed: the server is tested on the embedded database ALONE.';
  const { CI } = process.env;
  if (CI === 'true') throw new Error(sentence);
  console.warn(`\n${'!'.repeat(sentence.length)}\n${sentence}\n${'!'.repeat(sentence.length)}\n`);
}

/** The same tests on both databases; of those that a `test:long:*` goes on with, each on one. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'reports/server.json' }]],
    projects: [
      project('pglite', '', isLong ? [walk, fuzz] : [walk]),
      guards,
      ...(findPostgres() === undefined
        ? []
        : [
            project(
              'postgres',
              'test/setup/postgres.ts',
              ['test/postgres/**/*.test.ts', ...(isLong ? [walk, fuzz] : [fuzz])],
              [declarations],
            ),
          ]),
    ],
  },
});
