import { defineConfig } from 'vitest/config';

const { PROCESS_ROUNDS = '' } = process.env;
/** Needs nginx: `test:long:processes` alone runs it. */
const processes = PROCESS_ROUNDS === '' ? [] : ['test/long/processes/**/*.test.ts'];

/** Tests that need a process: how it starts, ends and is killed. */
export default defineConfig({
  test: {
    include: ['test/{faults,long/drills}/**/*.test.ts', ...processes],
    globalSetup: ['test/faults/template.ts'],
    // Nothing is kept in memory but the list of processes, which each test empties.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/faults.json' }]],
  },
});
