import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { instrument } from '../long/guards/instrument.ts';
import { findPostgres } from '../setup/postgres-programs.ts';

const { LONG = '' } = process.env;
const isLong = LONG !== '';
const hasPostgres = findPostgres() !== undefined;

/** Tests that are run on either database whatever the run: what differs between the two is what they are about, or they share their cases themselves. */
const ON_BOTH =
  /money\/(model|hands|crash|deals|moves)|hostile-|positions|upgrade|migrations|delivery|exports|snapshot|lists|embedded|sweep|search/;

/** Has no database. */
const declarations = 'test/server/declarations.test.ts';

/** The other files: seven for PostgreSQL, which needs a fraction of the time, and the next for the embedded database; `LONG=1` runs all of them on both. Without PostgreSQL they are all the embedded one's. */
const files = globSync('test/{server,referral,money}/*.test.ts', {
  cwd: resolve(import.meta.dirname, '../..'),
})
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => !ON_BOTH.test(name) && name !== declarations)
  .sort();
const elsewhere = (isEmbedded: boolean) =>
  isLong || !hasPostgres ? [] : files.filter((_, index) => (index % 8 === 0) !== isEmbedded);

const project = (name: string, globalSetup: string, more: string[] = [], exclude: string[] = []) => ({
  test: {
    name,
    isolate: false,
    // `spec/<id>` is checked by the product map.
    strictTags: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    include: ['test/{server,referral,money}/**/*.test.ts', ...more],
    exclude,
    globalSetup: ['test/setup/dump.ts', globalSetup].filter(Boolean),
    setupFiles: ['test/setup/database.ts'],
  },
});

const [walk, fuzz] = ['test/long/walk/**/*.test.ts', 'test/long/fuzz/**/*.test.ts'];
const longOnly = [walk, fuzz, 'test/long/enumeration/**/*.test.ts'];

/** The server with a switch at every place that keeps somebody out. */
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
  const sentence = 'PostgreSQL is not installed: the server is tested on the embedded database ALONE.';
  const { CI } = process.env;
  if (CI === 'true') throw new Error(sentence);
  console.warn(`\n${'!'.repeat(sentence.length)}\n${sentence}\n${'!'.repeat(sentence.length)}\n`);
}

/** The tests on both databases, or shared among them; of those that a `test:long:*` goes on with, each on one. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'reports/server.json' }]],
    projects: [
      project('pglite', '', isLong ? longOnly : hasPostgres ? [] : [walk], elsewhere(true)),
      guards,
      ...(hasPostgres
        ? [
            project(
              'postgres',
              'test/setup/postgres.ts',
              ['test/postgres/**/*.test.ts', ...(isLong ? longOnly : [walk, fuzz])],
              [declarations, ...elsewhere(false)],
            ),
          ]
        : []),
    ],
  },
});
