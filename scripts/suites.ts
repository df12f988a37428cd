import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { failure, packagesWith, readReport, type TestResult } from './results.ts';
import { succeeds, turbo, typesHold } from './run-command.ts';
import { select, type TestScript } from './selection.ts';

/** A suite of tests. `words` restricts the run to tests whose path or title contains them. */
export type Suite = {
  name: string;
  run: (words: string | undefined, soFar: readonly TestResult[]) => TestResult[];
};

const SLOWEST = 10;

const { CI } = process.env;

/** On CI a failed test is retried once and reported as flaky if it then passes. Local runs do not retry. */
const RETRY = CI === 'true' ? { vitest: '--retry=1', playwright: '--retries=1' } : undefined;

/** A command whose exit code is the result. Skipped when tests are selected by file or title. */
const check =
  (title: string, run: () => boolean) =>
  (words?: string): TestResult[] => {
    if (words !== undefined) return [];
    const started = performance.now();
    const passed = run();
    return [{ ...failure(title), passed, seconds: (performance.now() - started) / 1000 }];
  };

/** Results of a command that writes reports. Adds a failure when the command fails without a failed test. */
function reported(title: string, files: string[], run: () => boolean): TestResult[] {
  for (const file of files) rmSync(file, { force: true });
  const succeeded = run();
  const results = files.flatMap(readReport);
  return succeeded || results.some((test) => !test.passed) ? results : [...results, failure(title)];
}

/**
 * Runs a script in every package that has it and reads `reports/<report>.json` there.
 *
 * @param projects Projects of the test runner; all projects when tests are selected by file or title.
 */
const task =
  (script: TestScript, report: string, projects: readonly string[] = []) =>
  (words?: string): TestResult[] => {
    const all = packagesWith(script);
    const runner = script === 'test:browser' ? 'playwright' : 'vitest';
    const { folders, args } =
      words === undefined
        ? { folders: all, args: projects.map((name) => `--project=${name}`).join(' ') }
        : select(words, all, script);
    const filters = words === undefined ? '' : folders.map((folder) => ` --filter=./${folder}`).join('');
    const command = `run ${script} --continue --output-logs=new-only --log-order=grouped${filters}`;
    const options = [args, RETRY?.[runner] ?? ''].filter((option) => option !== '').join(' ');
    const results = reported(
      command,
      folders.map((folder) => `${folder}/reports/${report}.json`),
      () => turbo(options === '' ? command : `${command} -- ${options}`),
    );
    return words === undefined ? results : results.filter(({ skipped }) => !skipped);
  };

const scriptTests = (words?: string): TestResult[] => {
  const { args } = words === undefined ? { args: '' } : select(words, ['scripts'], 'scripts');
  return reported('scripts', ['scripts/reports/checks.json'], () =>
    succeeds(`vitest run --config scripts/vitest.config.ts ${args}`),
  ).filter(({ skipped }) => words === undefined || !skipped);
};

/** Suites of `pnpm test`. */
export const shortSuites: Suite[] = [
  { name: 'checks', run: check('format and lint', () => succeeds('biome ci . --error-on-warnings')) },
  { name: 'checks', run: check('import rule', () => succeeds('depcruise apps packages examples')) },
  { name: 'checks', run: check('package boundaries', () => turbo('boundaries')) },
  { name: 'checks', run: check('unused files, exports and dependencies', () => succeeds('knip')) },
  { name: 'checks', run: check('types', typesHold) },
  { name: 'checks', run: scriptTests },
  { name: 'unit', run: task('test', 'unit') },
  { name: 'packages', run: task('test:package', 'package') },
  { name: 'server', run: task('test:server', 'server', ['embedded']) },
  { name: 'browser', run: task('test:browser', 'browser', ['stories']) },
];

/** Suites of `pnpm test:full`. */
export const fullSuites: Suite[] = [
  { name: 'server', run: task('test:server', 'server', ['embedded-slow', 'guards', 'postgres']) },
  { name: 'packages', run: task('test:older-typescript', 'older-typescript') },
  { name: 'faults', run: task('test:faults', 'faults') },
  { name: 'browser', run: task('test:browser', 'browser', ['browser', 'tabs']) },
];

/**
 * Runs the suites named in `args`, or all, and prints the slowest tests, the time of each suite, flaky tests, failures and
 * `N passed, N failed`. A skipped test counts as failed. Sets the exit code.
 *
 * @param report File for the results of a complete run.
 */
export function runSuites(suites: readonly Suite[], args: readonly string[], report: string): void {
  const names = new Set(suites.map(({ name }) => name));
  const wanted = args.filter((word) => names.has(word));
  const words = args.filter((word) => !names.has(word));
  if (words.length > 1 || (words.length === 1 && wanted.length !== 1)) {
    console.error(
      `Name suites (${[...names].join(', ')}), or one suite and a file or a title. Unknown: ${words.join(', ')}.`,
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
  if (args.length === 0) {
    mkdirSync(dirname(report), { recursive: true });
    writeFileSync(report, JSON.stringify(results));
  }

  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  console.log(`\nslowest:`);
  for (const test of slowest) console.log(`${test.seconds.toFixed(1).padStart(7)} s  ${test.title}`);
  console.log(`\n${[...seconds].map(([name, time]) => `${name} ${time.toFixed(0)} s`).join(', ')}`);
  for (const test of results.filter(({ flaky }) => flaky)) console.log(`flaky: ${test.title}`);
  const failed = results.filter((test) => !test.passed);
  for (const test of failed) console.log(`failed: ${test.title}`);
  console.log(totalLine(results));
  process.exitCode = failed.length === 0 && results.length > 0 ? 0 : 1;
}

/** For example `120 passed, 0 failed`. */
export function totalLine(results: readonly TestResult[]): string {
  const failed = results.filter((test) => !test.passed).length;
  return `${results.length - failed} passed, ${failed} failed`;
}
