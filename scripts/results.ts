import { existsSync, globSync, readFileSync } from 'node:fs';

/** One test as a report tells it. Anything but `passed` counts against the run, a skipped test included. */
export type TestResult = { title: string; passed: boolean };

type VitestReport = {
  testResults: { name: string; status: string; assertionResults: { title: string; status: string }[] }[];
};
type PlaywrightSuite = {
  specs?: { title: string; ok: boolean; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: unknown[] };

const fromVitest = (report: VitestReport): TestResult[] =>
  report.testResults.flatMap((file) =>
    file.assertionResults.length > 0
      ? file.assertionResults.map((test) => ({ title: test.title, passed: test.status === 'passed' }))
      : [{ title: file.name, passed: false }],
  );

const fromPlaywright = (suite: PlaywrightSuite): TestResult[] => [
  ...(suite.specs ?? []).map((spec) => ({
    title: spec.title,
    passed: spec.ok && spec.tests.every((test) => test.status === 'expected'),
  })),
  ...(suite.suites ?? []).flatMap(fromPlaywright),
];

/** The tests of one report file, be it Vitest's or Playwright's. A missing file is one failed test. */
export function readReport(file: string): TestResult[] {
  if (!existsSync(file)) return [{ title: `${file} was not written`, passed: false }];
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport;
  const results =
    'testResults' in report
      ? fromVitest(report)
      : [...report.suites.flatMap(fromPlaywright), ...report.errors.map(failedRun)];
  return results.length > 0 ? results : [{ title: `${file} holds no test`, passed: false }];
}

const failedRun = () => ({ title: 'an error outside any test', passed: false });

/** The folders of the workspace packages that have the script `name`. */
export const packagesWith = (name: string): string[] =>
  globSync('{apps,packages}/*/package.json')
    .filter(
      (file) => name in ((JSON.parse(readFileSync(file, 'utf8')) as { scripts?: object }).scripts ?? {}),
    )
    .map((file) => file.replace(/\/package\.json$/, ''))
    .sort();
