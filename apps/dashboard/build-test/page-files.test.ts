import { expect, test } from 'vitest';
import { FRAME } from '../manifest.ts';
import { paths } from '../src/shared/paths.ts';
import { filesOf, read, withImports } from './manifest.ts';

const pages: Record<string, { isOwn: boolean; files: string[] }> = JSON.parse(
  read('.vite/page-files.json').toString(),
);

test('every address of the product has its files', () => {
  expect(Object.keys(pages).sort()).toEqual(Object.values(paths).sort());
});

test('they are the files the page will load, and none of those the document names itself', () => {
  const needed = filesOf(withImports([...FRAME, 'src/pages/leads.tsx']));
  const named = filesOf(withImports(['index.html']));
  const files = [...needed].filter((file) => !named.has(file)).map((file) => `/${file}`);
  expect(pages[paths.leads]).toEqual({ isOwn: true, files: expect.arrayContaining(files) });
  expect(pages[paths.leads]?.files).toHaveLength(files.length);
});

test('the login stands alone', () => {
  expect(pages[paths.login]?.isOwn).toBe(false);
  expect(pages[paths.login]?.files.length).toBeLessThanOrEqual(4);
});
