import { readFileSync } from 'node:fs';

const list = readFileSync(new URL('../../../docs/words.md', import.meta.url), 'utf8');

/** Forbidden words and word parts: the second column of docs/words.md. */
export const forbiddenWords = list
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...(line.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));

/** Forbidden words found in a text. */
export const findForbiddenWords = (text: string): string[] =>
  forbiddenWords.filter((word) => text.includes(word));
