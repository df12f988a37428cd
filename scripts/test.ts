/**
 * The test command of the README: everything that must hold before a change lands.
 *
 *   pnpm test                            all suites
 *   pnpm test unit browser               the named ones
 *   pnpm test unit phone-field           of a suite, the files whose path has this in it
 *   pnpm test browser "a toast lasts"    or the tests whose title has
 *
 * Closes with one line, `N passed, N failed`, added up over every suite; a skipped test counts as failed.
 */
import { rmSync } from 'node:fs';
import { problemsOfRun } from './product-map.ts';
import { failure, packagesWith, readReport, type TestResult } from './results.ts';
import { succeeds, turbo } from './run-command.ts';
import { select } from './selection.ts';

type Suite = { name: string; run: (words: string | undefined, soFar: readonly TestResult[]) => TestResult[] };

const SLOWEST = 10;

/** A command that is one check: its exit code is the verdict. Left out where one file or title is asked for. */
const check =
  (title: string, run: () => boolean) =>
  (words?: string): TestResult[] => {
    if (words !== undefined) return [];
    const started = performance.now();
    const passed = run();
    return [{ ...failure(title), passed, seconds: (performance.now() - started) / 1000 }];
  };

/** A run that leaves reports: their tests are the verdict, and one more failure if it failed for another reason. */
function reported(title: string, files: string[], run: () => boolean): TestResult[] {
  for (const file of files) rmSync(file, { force: true });
  const succeeded = run();
  const results = files.flatMap(readReport);
  return succeeded || results.some((test) => !test.passed) ? results : [...results, failure(title)];
}

/** A script that leaves `reports/<report>.json` in every package that has it. */
const task =
  (script: string, report: string) =>
  (words?: string): TestResult[] => {
    const all = packagesWith(script);
    const runner = script === 'test:browser' ? 'playwright' : 'vitest';
    const { folders, args } = words === undefined ? { folders: all, args: '' } : select(words, all, runner);
    const filters = words === undefined ? '' : folders.map((folder) => ` --filter=./${folder}`).join('');
    const command = `run ${script} --continue --output-logs=new-only --log-order=grouped${filters}`;
    const results = reported(
      command,
      folders.map((folder) => `${folder}/reports/${report}.json`),
      () => turbo(args === '' ? command : `${command} -- ${args}`),
    );
    return words === undefined ? results : results.filter(({ skipped }) => !skipped);
  };

/** The last check of a whole run: which tests show a statement is known when all have run. */
function productMap(soFar: readonly TestResult[]): TestResult {
  const problems = problemsOfRun(soFar);
  for (const problem of problems) console.error(`product map: ${problem}`);
  return { ...failure('product map'), passed: problems.length === 0 };
}

const suites: Suite[] = [
  { name: 'checks', run: check('format and lint', () => succeeds('biome ci . --error-on-warnings')) },
  { name: 'checks', run: check('import rule', () => succeeds('depcruise apps packages examples')) },
  { name: 'checks', run: check('package boundaries', () => turbo('boundaries')) },
  { name: 'checks', run: check('unused files, exports and dependencies', () => succeeds('knip')) },
  {
    name: 'checks',
    run: check(
      'types',
      () => succeeds('tsc -p scripts') && turbo('run typecheck --continue --output-logs=errors-only'),
    ),
  },
  {
    name: 'checks',
    run: (words) => {
      const { args } = words === undefined ? { args: '' } : select(words, ['scripts'], 'vitest');
      return reported('scripts', ['scripts/reports/checks.json'], () =>
        succeeds(`vitest run --config scripts/vitest.config.ts ${args}`),
      ).filter(({ skipped }) => words === undefined || !skipped);
    },
  },
  { name: 'unit', run: task('test', 'unit') },
  { name: 'packages', run: task('test:package', 'package') },
  { name: 'server', run: task('test:server', 'server') },
  { name: 'faults', run: task('test:faults', 'faults') },
  { name: 'browser', run: task('test:browser', 'browser') },
  { name: 'docs', run: (_, soFar) => [productMap(soFar)] },
];

const names = new Set(suites.map((suite) => suite.name));
const given = process.argv.slice(2);
const wanted = given.filter((word) => names.has(word));
const words = given.filter((word) => !names.has(word));
if (wanted.includes('docs')) {
  console.error('`docs` looks at the tests of the same run: leave the names of suites out.');
  process.exit(1);
}
if (words.length > 1 || (words.length === 1 && wanted.length !== 1)) {
  console.error(
    `Name suites (${[...names].join(', ')}), or one suite and a file or title: ${words.join(', ')} is neither.`,
  );
  process.exit(1);
}

const seconds = new Map<string, number>();
const results: TestResult[] = [];
for (const suite of suites) {
  if (wanted.length > 0 && !wanted.includes(suite.name)) continue;
  const started = performance.now();
  results.push(...suite.run(words[0], results));
  seconds.set(suite.name, (seconds.get(suite.name) ?? 0) + (performance.now() - started) / 1000);
}

const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
console.log(`\nslowest:`);
for (const test of slowest) console.log(`${test.seconds.toFixed(1).padStart(7)} s  ${test.title}`);
console.log(`\n${[...seconds].map(([name, time]) => `${name} ${time.toFixed(0)} s`).join(', ')}`);
const failed = results.filter((test) => !test.passed);
for (const test of failed) console.log(`failed: ${test.title}`);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 && results.length > 0 ? 0 : 1;
