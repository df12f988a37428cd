import { existsSync, globSync, readFileSync } from 'node:fs';

/** Result of one test. Every result except `passed` counts as failed, including skipped tests. */
export type TestResult = {
  title: string;
  passed: boolean;
  skipped: boolean;
  /** Passed after a retry. */
  flaky: boolean;
  seconds: number;
  /** Ids of the product text statements that the test covers, from its tags `spec/<id>`. */
  spec: string[];
};

type VitestTest = {
  title: string;
  status: string;
  duration?: number | null;
  /** Errors of all attempts. */
  failureMessages: string[];
  tags?: string[];
};
type VitestReport = { testResults: { name: string; status: string; assertionResults: VitestTest[] }[] };
type PlaywrightTest = { status: string; results: { duration: number }[] };
type PlaywrightSuite = {
  specs?: { title: string; ok: boolean; tags?: string[]; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: unknown[] };

export const failure = (title: string): TestResult => ({
  title,
  passed: false,
  skipped: false,
  flaky: false,
  seconds: 0,
  spec: [],
});

/** Playwright reports tags without `@`. */
const specOf = (tags: readonly string[] = []) =>
  tags.filter((tag) => /^@?spec\//.test(tag)).map((tag) => tag.replace(/^@?spec\//, ''));

const SKIPPED = ['skipped', 'pending', 'todo', 'disabled'];

const fromVitest = (report: VitestReport): TestResult[] =>
  report.testResults.flatMap((file) =>
    file.assertionResults.length > 0
      ? file.assertionResults.map(({ title, status, duration, failureMessages, tags }) => ({
          title,
          passed: status === 'passed',
          skipped: SKIPPED.includes(status),
          flaky: status === 'passed' && failureMessages.length > 0,
          seconds: (duration ?? 0) / 1000,
          spec: specOf(tags),
        }))
      : [failure(file.name)],
  );

const fromPlaywright = (suite: PlaywrightSuite): TestResult[] => [
  ...(suite.specs ?? []).map(({ title, ok, tags, tests }) => ({
    title,
    passed: ok && tests.every(({ status }) => status === 'expected' || status === 'flaky'),
    skipped: tests.every((test) => test.status === 'skipped'),
    flaky: tests.some((test) => test.status === 'flaky'),
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0),
    spec: specOf(tags),
  })),
  ...(suite.suites ?? []).flatMap(fromPlaywright),
];

/** Tests of a Vitest or Playwright report. A missing file counts as one failed test. */
export function readReport(file: string): TestResult[] {
  if (!existsSync(file)) return [failure(`${file} was not written`)];
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport;
  const results =
    'testResults' in report
      ? fromVitest(report)
      : [
          ...report.suites.flatMap(fromPlaywright),
          ...report.errors.map(() => failure('an error outside any test')),
        ];
  return results.length > 0 ? results : [failure(`${file} holds no test`)];
}

/** Folders of the workspace packages that have the script `name`. */
export const packagesWith = (name: string): string[] =>
  globSync('{apps/*,packages/*,examples}/package.json')
    .filter(
      (file) => name in ((JSON.parse(readFileSync(file, 'utf8')) as { scripts?: object }).scripts ?? {}),
    )
    .map((file) => file.replaceAll('\\', '/').replace(/\/package\.json$/, ''))
    .sort();
