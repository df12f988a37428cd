import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readReport } from './results.ts';

const read = (report: object) => {
  const file = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return readReport(file).map(({ title, passed, flaky }) => ({ title, passed, flaky }));
};

const vitest = (status: string, failureMessages: string[]) =>
  read({
    testResults: [{ name: 'a.test.ts', status, assertionResults: [{ title: 'a', status, failureMessages }] }],
  });

const playwright = (ok: boolean, status: string) =>
  read({ suites: [{ specs: [{ title: 'a', ok, tests: [{ status, results: [] }] }] }], errors: [] });

test('a test that passes on its first attempt is not flaky', () => {
  const passed = [{ title: 'a', passed: true, flaky: false }];
  expect(vitest('passed', [])).toEqual(passed);
  expect(playwright(true, 'expected')).toEqual(passed);
});

test('a test that passes on its second attempt is flaky', () => {
  const flaky = [{ title: 'a', passed: true, flaky: true }];
  expect(vitest('passed', ['the error of the first attempt'])).toEqual(flaky);
  expect(playwright(true, 'flaky')).toEqual(flaky);
});

test('a test that fails on every attempt is failed', () => {
  const failed = [{ title: 'a', passed: false, flaky: false }];
  expect(vitest('failed', ['an error', 'an error'])).toEqual(failed);
  expect(playwright(false, 'unexpected')).toEqual(failed);
});
