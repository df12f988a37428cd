import { defineConfig } from 'vitest/config';

const { LONG = '', PROCESS_ROUNDS = '' } = process.env;
/** Drills are separate long runs. `LONG=1` adds a few rounds of each to the other tests. */
const drills = LONG === '' ? [] : ['test/long/drills/**/*.test.ts'];
/** Needs nginx, so only `test:long processes` runs it. */
const processes = PROCESS_ROUNDS === '' ? [] : ['test/long/processes/**/*.test.ts'];

/** Tests of a server process: start, stop and kill. */
export default defineConfig({
  test: {
    include: ['test/faults/**/*.test.ts', ...drills, ...processes],
    globalSetup: ['test/faults/template.ts'],
    // The only module state is the list of processes, which each test clears.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/faults.json' }]],
  },
});
