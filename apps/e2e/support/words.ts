import { readFileSync } from 'node:fs';

const list = readFileSync(new URL('../../../docs/words.md', import.meta.url), 'utf8');

/** Words and parts of words that no screen may contain: the second column of docs/words.md. */
export const forbiddenWords = list
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...(line.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));

/** Forbidden words in a text. */
export const wordsNeverSaid = (text: string): string[] =>
  forbiddenWords.filter((word) => text.includes(word));
