import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findForbiddenWords, forbiddenWords } from '../apps/e2e/support/words.ts';

const sources = globSync('{apps/{api,dashboard},packages/api-contract}/src/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|\/testing\//.test(file),
);

test('the list of words names what is never said', () => {
  expect(forbiddenWords.length).toBeGreaterThan(20);
  expect(findForbiddenWords('Наименьшая выплата, Пусто: без предела')).toEqual([
    'Наименьшая выплата',
    'Пусто:',
  ]);
  expect(findForbiddenWords('Минимальная выплата')).toEqual([]);
});

test('no source says what docs/words.md forbids', () => {
  expect(sources.length).toBeGreaterThan(500);
  const said = sources.flatMap((file) =>
    findForbiddenWords(readFileSync(file, 'utf8')).map((word) => `${file}: ${word}`),
  );
  expect(said).toEqual([]);
});
