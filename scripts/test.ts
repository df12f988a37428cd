/**
 * The test command of the README: everything that must hold before a change lands.
 *
 *   pnpm test                 all suites
 *   pnpm test unit browser    the named ones
 *
 * Closes with one line, `N passed, N failed`, added up over every suite; a skipped test counts as failed.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { packagesWith, readReport, type TestResult } from './results.ts';

type Suite = { name: string; run: () => TestResult[] };

const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
const succeeds = (command: string) => spawnSync(command, { shell: true, stdio: 'inherit', env }).status === 0;

/** A command that is one check: its exit code is the verdict. */
const check = (title: string, command: string) => (): TestResult[] => [{ title, passed: succeeds(command) }];

/** A command that leaves reports: their tests are the verdict, and one more failure if it failed for another reason. */
const reported = (command: string, files: string[]) => (): TestResult[] => {
  for (const file of files) rmSync(file, { force: true });
  const succeeded = succeeds(command);
  const results = files.flatMap(readReport);
  return succeeded || results.some((test) => !test.passed)
    ? results
    : [...results, { title: command, passed: false }];
};

/** A turbo task that leaves `reports/<report>.json` in every package that has it. */
const task = (script: string, report: string) =>
  reported(
    `turbo run ${script} --continue --output-logs=new-only --log-order=grouped`,
    packagesWith(script).map((folder) => `${folder}/reports/${report}.json`),
  );

const suites: Suite[] = [
  { name: 'checks', run: check('format and lint', 'biome ci . --error-on-warnings') },
  { name: 'checks', run: check('import rule', 'depcruise apps packages') },
  { name: 'checks', run: check('package boundaries', 'turbo boundaries') },
  { name: 'checks', run: check('unused files, exports and dependencies', 'knip') },
  {
    name: 'checks',
    run: check('types', 'tsc -p scripts && turbo run typecheck --continue --output-logs=errors-only'),
  },
  {
    name: 'checks',
    run: reported('vitest run --config scripts/vitest.config.ts', ['scripts/reports/checks.json']),
  },
  { name: 'unit', run: task('test', 'unit') },
  { name: 'packages', run: task('test:package', 'package') },
  { name: 'server', run: task('test:server', 'server') },
  { name: 'faults', run: task('test:faults', 'faults') },
  { name: 'browser', run: task('test:browser', 'browser') },
  { name: 'docs', run: check('product map', 'node scripts/product-map.ts') },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  const names = [...new Set(suites.map((suite) => suite.name))].join(', ');
  console.error(`No suite is called ${unknown.join(', ')}. There are: ${names}.`);
  process.exit(1);
}

const seconds = new Map<string, number>();
const results: TestResult[] = [];
for (const suite of suites) {
  if (wanted.length > 0 && !wanted.includes(suite.name)) continue;
  const started = performance.now();
  results.push(...suite.run());
  seconds.set(suite.name, (seconds.get(suite.name) ?? 0) + (performance.now() - started) / 1000);
}

const failed = results.filter((test) => !test.passed);
console.log(`\n${[...seconds].map(([name, time]) => `${name} ${time.toFixed(0)} s`).join(', ')}`);
for (const test of failed) console.log(`failed: ${test.title}`);
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 && results.length > 0 ? 0 : 1;
