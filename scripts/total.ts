/** Prints the total of the last complete `pnpm test` and `pnpm test:full`. A missing report counts as one failure. */
import { existsSync, readFileSync } from 'node:fs';
import { failure, type TestResult } from './results.ts';
import { totalLine } from './suites.ts';

const results = ['reports/test.json', 'reports/test-full.json'].flatMap((file) =>
  existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as TestResult[])
    : [failure(`${file} is missing`)],
);
console.log(totalLine(results));
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
