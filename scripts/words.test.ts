import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findForbiddenWords, forbiddenWords, screenWords } from '../apps/e2e/support/words.ts';

const sources = globSync('{apps/{api,dashboard},packages/api-contract}/src/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|\/testing\//.test(file),
);

test('finds a forbidden word of docs/words.md in a text', () => {
  expect(forbiddenWords.length).toBeGreaterThan(20);
  expect(findForbiddenWords('Наименьшая выплата, Пусто: без предела')).toEqual([
    'Наименьшая выплата',
    'Пусто:',
  ]);
  expect(findForbiddenWords('Минимальная выплата')).toEqual([]);
});

test('finds whole phrases, with any number', () => {
  expect(findForbiddenWords('ждет 14 д')).toEqual(['ждет 2 д']);
  expect(findForbiddenWords('ждет 14 дней, самореферальный')).toEqual(['…амореферал…']);
  expect(findForbiddenWords('Внести и Внестись')).toEqual(['Внести']);
});

test('finds a sentence of the server on a screen, and not in the server', () => {
  expect(findForbiddenWords('Обязательное поле.')).toEqual(['Обязательное поле']);
  expect(findForbiddenWords('Обязательное поле.', forbiddenWords)).toEqual([]);
});

test('finds no forbidden word in the sources', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((file) =>
    findForbiddenWords(
      readFileSync(file, 'utf8'),
      file.startsWith('apps/dashboard/') ? screenWords : forbiddenWords,
    ).map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});
