import { expect, test } from 'vitest';
import { packagesWith } from './results.ts';
import { select, type TestScript } from './selection.ts';

const find = (words: string, script: TestScript) => select(words, packagesWith(script), script);

test('a path selects the files of one suite', () => {
  expect(find('leads.test', 'test')).toEqual({
    folders: ['apps/dashboard'],
    args: '"src/features/leads/leads.test.tsx"',
  });
  expect(find('leads.test', 'test:server')).toEqual({
    folders: ['apps/api'],
    args: '"test/referral/leads.test.ts"',
  });
});

test('a title selects the files that contain it', () => {
  expect(find('a toast under', 'test:browser').args).toBe('"tests/toasts.spec.ts" -g "a toast under"');
});

test('a title that no file contains is searched in all packages', () => {
  expect(find('a (computed) title', 'test')).toEqual({
    folders: packagesWith('test'),
    args: ' -t "a \\\\(computed\\\\) title"',
  });
});

test.each<TestScript>(['test', 'test:package', 'test:server', 'test:faults', 'test:browser'])(
  'every package with the script %s has files in its folders',
  (script) => {
    const packages = packagesWith(script);
    expect(select('.', packages, script).folders).toEqual(packages);
  },
);
