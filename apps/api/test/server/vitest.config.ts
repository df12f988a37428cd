import { defineConfig } from 'vitest/config';
import { instrument } from '../long/guards/instrument.ts';
import { findPostgres } from '../setup/postgres-programs.ts';

const { LONG = '' } = process.env;
const hasPostgres = findPostgres() !== undefined;

const all = 'test/{server,referral,money}/**/*.test.ts';

/** Slow files that only the full run starts on the embedded database. */
const slow = [
  'test/money/{model,old-sums,past-balances,payment-size,registry-size,tax-years,tier-positions}.test.ts',
  'test/server/{migrations,snapshot}.test.ts',
];

/**
 * Upgrades, sweeps, unauthorized calls and broken connections, with the same SQL on both databases. They run on one: on PostgreSQL,
 * which is faster and has a real connection to break.
 */
const once = [
  'test/long/{walk,fuzz}/**/*.test.ts',
  'test/money/{accrual-moves-upgrade,counted-payments-upgrade,crash,crash-registries,functions}.test.ts',
  'test/money/{manual-actions,payment-attempts-upgrade}.test.ts',
  'test/money/upgrade-transfers.test.ts',
  'test/referral/{clients-upgrade,hostile-bodies,hostile-paths,hostile-queries,upgrade,upgrade-decisions}.test.ts',
  'test/referral/upgrade-figures.test.ts',
  'test/server/schema.test.ts',
];
const longOnly = LONG === '' ? [] : ['test/long/enumeration/**/*.test.ts'];
const onceHere = LONG === '' && hasPostgres ? [] : once;

/** Slow files about the embedded database, the demo data or no database. They do not run on PostgreSQL. */
const embeddedSlow = [
  'test/referral/demo-money.test.ts',
  'test/server/{declarations,embedded,memory}.test.ts',
];
const embeddedOnly = [...embeddedSlow, 'test/referral/demo.test.ts', 'test/server/shards.test.ts'];

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
 * `embedded` is the short run. The full run adds `embedded-slow`, `guards` and `postgres`, which repeats most files.
 * Without PostgreSQL its cases run on the embedded database.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'reports/server.json' }]],
    projects: [
      project('embedded', [all], [...slow, ...once, ...embeddedSlow]),
      project('embedded-slow', [...slow, ...embeddedSlow, ...onceHere, ...longOnly]),
      guards,
      ...(hasPostgres
        ? [project('postgres', [all, 'test/postgres/**/*.test.ts', ...once, ...longOnly], embeddedOnly, true)]
        : []),
    ],
  },
});
