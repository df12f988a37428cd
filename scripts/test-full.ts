/**
 * Runs the tests that `pnpm test` omits: all server tests on PostgreSQL, fault tests and all browser tests. CI runs it after
 * `pnpm test`.
 *
 *     pnpm test:full                       all its suites
 *     pnpm test:full server money/claims   one file on both databases
 */
import { existsSync, readFileSync } from 'node:fs';
import { problemsOfRun } from './product-map.ts';
import { failure, type TestResult } from './results.ts';
import { fullSuites, runSuites, type Suite } from './suites.ts';

const SHORT_RUN = 'reports/test.json';

/** Every statement of the product text must be covered by a test of the two runs. */
function productMap(soFar: readonly TestResult[]): TestResult {
  if (!existsSync(SHORT_RUN))
    return failure('product map: run `pnpm test` first, it holds part of the evidence');
  const short = JSON.parse(readFileSync(SHORT_RUN, 'utf8')) as TestResult[];
  const problems = problemsOfRun([...short, ...soFar]);
  for (const problem of problems) console.error(`product map: ${problem}`);
  return { ...failure('product map'), passed: problems.length === 0 };
}

const suites: Suite[] = [...fullSuites, { name: 'docs', run: (_, soFar) => [productMap(soFar)] }];
const args = process.argv.slice(2);
if (args.includes('docs')) {
  console.error('`docs` needs the results of all suites: run `pnpm test:full` without names.');
  process.exit(1);
}
runSuites(suites, args, 'reports/test-full.json');
