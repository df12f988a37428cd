import { defineConfig } from 'vitest/config';
import { instrument } from '../long/guards/instrument.ts';
import { findPostgres } from '../setup/postgres-programs.ts';

const { LONG = '' } = process.env;
const hasPostgres = findPostgres() !== undefined;

const all = 'test/{server,referral,money}/**/*.test.ts';

/** Slow files that only the full run starts on the embedded database. */
const slow = [
  'test/money/{accrual-moves-upgrade,counted-payments-upgrade,crash,crash-registries,functions,manual-actions,model,old-sums}.test.ts',
  'test/money/{past-balances,payment-attempts-upgrade,payment-size,registry-size,tax-years,tier-positions,upgrade-transfers}.test.ts',
  'test/referral/{demo-money,hostile-bodies,hostile-paths,hostile-queries,upgrade,upgrade-decisions}.test.ts',
  'test/server/{embedded,memory,migrations,schema,snapshot}.test.ts',
];

/** Changes each option of each route and expects the server to behave differently. Needs no database. */
const declarations = 'test/server/declarations.test.ts';

/** Calls by every unauthorized caller and calls generated from the contract. */
const walks = ['test/long/{walk,fuzz}/**/*.test.ts'];
const longOnly = LONG === '' ? [] : ['test/long/enumeration/**/*.test.ts'];
const embeddedWalks = LONG === '' && hasPostgres ? [] : walks;

const project = (name: string, include: string[], exclude: string[] = [], postgres = false) => ({
  test: {
    name,
    isolate: false,
    // The product map checks the `spec/<id>` tags.
    strictTags: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    include,
    exclude,
    globalSetup: ['test/setup/dump.ts', ...(postgres ? ['test/setup/postgres.ts'] : [])],
    setupFiles: ['test/setup/database.ts'],
  },
});

/** Code that can turn off one authorization condition at a time. */
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
 * `embedded` is the short run. The full run adds `embedded-slow`, `guards` and `postgres`, which repeats every file.
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
