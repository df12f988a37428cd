import { defineConfig } from 'vitest/config';
import { instrument } from '../long/guards/instrument.ts';
import { findPostgres } from '../setup/postgres-programs.ts';

const { LONG = '' } = process.env;
const hasPostgres = findPostgres() !== undefined;

const all = 'test/{server,referral,money}/**/*.test.ts';

/** Files that the full run alone starts on the embedded database: each takes seconds to minutes. */
const slow = [
  'test/money/{crash,crash-registries,functions,hands,model,payment-size,registry-size}.test.ts',
  'test/referral/{demo-money,upgrade}.test.ts',
  'test/server/{memory,migrations}.test.ts',
];

/** Changes each declaration of each route and expects the guard to follow. Needs no database. */
const declarations = 'test/server/declarations.test.ts';

/** Calls by every unauthorized caller, and calls generated from the contract. */
const walks = ['test/long/{walk,fuzz}/**/*.test.ts'];
const longOnly = LONG === '' ? [] : ['test/long/enumeration/**/*.test.ts'];
const embeddedWalks = LONG === '' && hasPostgres ? [] : walks;

const project = (name: string, include: string[], exclude: string[] = [], postgres = false) => ({
  test: {
    name,
    isolate: false,
    // `spec/<id>` is checked by the product map.
    strictTags: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    include,
    exclude,
    globalSetup: ['test/setup/dump.ts', ...(postgres ? ['test/setup/postgres.ts'] : [])],
    setupFiles: ['test/setup/database.ts'],
  },
});

/** The server with a switch at every condition that keeps a caller out. */
const guards = {
  plugins: [instrument()],
  test: {
    name: 'guards',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    include: ['test/long/guards/**/*.test.ts'],
    globalSetup: ['test/setup/dump.ts'],
    setupFiles: ['test/setup/database.ts'],
  },
};

if (!hasPostgres) {
  const { CI } = process.env;
  const sentence = 'PostgreSQL is not installed: only the embedded database is tested.';
  if (CI === 'true') throw new Error(sentence);
  console.warn(sentence);
}

/**
 * `embedded` is the short run. The full run adds `embedded-slow`, `guards` and `postgres`, where every file runs again.
 * Without PostgreSQL its cases run on the embedded database.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'reports/server.json' }]],
    projects: [
      project('embedded', [all], [...slow, declarations]),
      project('embedded-slow', [...slow, declarations, ...embeddedWalks, ...longOnly]),
      guards,
      ...(hasPostgres
        ? [
            project(
              'postgres',
              [all, 'test/postgres/**/*.test.ts', ...walks, ...longOnly],
              [declarations],
              true,
            ),
          ]
        : []),
    ],
  },
});
