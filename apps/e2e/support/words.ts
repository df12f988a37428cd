import { readFileSync } from 'node:fs';

const list = readFileSync(new URL('../../../docs/words.md', import.meta.url), 'utf8');

/** Returns the words in the second column of tables. */
const readWords = (tables: string) =>
  tables
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => [...(line.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word));

const [everywhere = '', onScreens = ''] = list.split('## On screens only');

/** Phrases of docs/words.md that the product never uses. */
export const forbiddenWords = readWords(everywhere);

/** The same, with the ones that only screens never use. */
export const screenWords = [...forbiddenWords, ...readWords(onScreens)];

/** Matches a whole phrase. «…» at an end matches the rest of a word, and a number matches any number. */
function toPattern(phrase: string): RegExp {
  const body = phrase
    .replaceAll('…', '')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\d+/g, '\\d+');
  const start = phrase.startsWith('…') ? '' : String.raw`(?<![\p{L}\p{N}])`;
  const end = phrase.endsWith('…') ? '' : String.raw`(?![\p{L}\p{N}])`;
  return new RegExp(`${start}${body}${end}`, 'u');
}

const patterns = new Map(screenWords.map((phrase) => [phrase, toPattern(phrase)]));

/** Returns the forbidden phrases in a text. A no-break space counts as a space. */
export const findForbiddenWords = (text: string, words: readonly string[] = screenWords): string[] => {
  const plain = text.replaceAll('\u00a0', ' ');
  return words.filter((word) => patterns.get(word)?.test(plain));
};
