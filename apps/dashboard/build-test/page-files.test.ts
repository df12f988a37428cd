import { expect, test } from 'vitest';
import { FRAME } from '../manifest.ts';
import { paths } from '../src/shared/paths.ts';
import { getFiles, read, withImports } from './manifest.ts';

const pages: Record<string, { isOwn: boolean; files: string[] }> = JSON.parse(
  read('.vite/page-files.json').toString(),
);

test('every address of the product has its files', () => {
  expect(Object.keys(pages).sort()).toEqual(Object.values(paths).sort());
});

test('a page lists the files that it loads, without those that the document names', () => {
  const needed = getFiles(withImports([...FRAME, 'src/pages/leads.tsx']));
  const named = getFiles(withImports(['index.html']));
  const files = [...needed].filter((file) => !named.has(file)).map((file) => `/${file}`);
  const { isOwn, files: given = [] } = pages[paths.leads] ?? {};
  expect(isOwn).toBe(true);
  expect(given.filter((file) => !file.startsWith('/api/')).toSorted()).toEqual(files.toSorted());
});

test('a page lists its first calls before its files, with the role when only one role makes them', () => {
  const callsOf = (path: string) => pages[path]?.files.slice(0, 4).filter((file) => file.startsWith('/api/'));
  expect(callsOf(paths.leads)).toEqual(['/api/referral/leads/', '/api/referral/leads/counts/']);
  expect(callsOf(paths.home)).toEqual([
    '/api/home/summary/',
    '/api/home/tasks/',
    '/api/home/start/#organization',
    '/api/home/balance/#partner',
  ]);
});

test('the login stands alone', () => {
  expect(pages[paths.login]?.isOwn).toBe(false);
  expect(pages[paths.login]?.files.length).toBeLessThanOrEqual(4);
});
