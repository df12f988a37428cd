import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words that names do not contain, each with a plain one instead. */
const PLAIN_WORDS: Readonly<Record<string, string>> = {
  told: 'notified, reported',
  heard: 'received',
  news: 'notification',
  nobody: 'unauthenticated',
  somebody: 'another user',
  whoever: 'caller',
  everybody: 'all users',
  mended: 'fixed',
  anew: 'again',
  nought: 'zero',
  drawn: 'rendered',
  drawing: 'rendered page',
  held: 'locked, on hold',
  made: 'created',
  bones: 'skeleton',
  poster: 'printable QR code',
  asks: 'requests',
  asked: 'requested',
  answer: 'response',
  answered: 'responded',
  said: 'stated',
  whole: 'complete, integer',
  lull: 'delay',
  patience: 'timeout',
  adopt: 'set',
  begun: 'started',
  stillness: 'write barrier',
  house: 'repository',
  room: 'module',
};

const EXPORT =
  /^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;

/** Returns the words of a name in lower case, in the singular: `HTTP_ANSWERS` has `http` and `answer`. */
const splitName = (name: string) =>
  name
    .split(/_|(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .flatMap((word) => [word, word.replace(/s$/, '')]);

/** Returns the exported names of a source that contain an old word, with the plain one. */
const findOldNames = (source: string) =>
  [...source.matchAll(EXPORT)].flatMap(([, name = '']) => {
    const old = splitName(name).find((word) => Object.hasOwn(PLAIN_WORDS, word));
    return old === undefined ? [] : [`${name}: ${PLAIN_WORDS[old]}`];
  });

test('an exported name with an old word is found', () => {
  const planted = [
    'export const firstDrawings = 1;',
    'export type Told = string;',
    'export async function readAnswers() {}',
    'const heard = 1;',
    'export const rendered = true;',
  ];
  expect(findOldNames(planted.join('\n'))).toEqual([
    'firstDrawings: rendered page',
    'Told: notified, reported',
    'readAnswers: response',
  ]);
});

test('no exported name contains an old word', () => {
  const sources = globSync('{apps,packages,examples,scripts}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', '**/dist/**', '**/reports/**'],
  });
  expect(sources.length).toBeGreaterThan(1500);
  expect(
    sources.flatMap((file) => findOldNames(readFileSync(file, 'utf8')).map((found) => `${file}: ${found}`)),
  ).toEqual([]);
});
