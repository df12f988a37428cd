import { defineConfig } from 'vitest/config';

const { LONG = '', PROCESS_ROUNDS = '' } = process.env;
/** Drills are long runs of their own; `LONG=1` runs them beside the rest, a few rounds of each. */
const drills = LONG === '' ? [] : ['test/long/drills/**/*.test.ts'];
/** Needs nginx: `test:long processes` alone runs it. */
const processes = PROCESS_ROUNDS === '' ? [] : ['test/long/processes/**/*.test.ts'];

/** Tests that need a process: how it starts, ends and is killed. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts', ...drills, ...processes],
    globalSetup: ['test/faults/template.ts'],
    // Nothing is kept in memory but the list of processes, which each test empties.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/faults.json' }]],
  },
});
