import { expect, test } from 'vitest';
import { createSealer } from './sealed.ts';

const KEY = 'a key for tests, long enough to be one';

test('a sealed text opens with the same key and owner, and each result is different', () => {
  const sealer = createSealer(KEY, 'mail');
  const sealed = sealer.seal('пароль', 'a');
  expect(sealer.open(sealed, 'a')).toBe('пароль');
  expect(sealer.seal('пароль', 'a')).not.toBe(sealed);
  expect(sealed).not.toContain(Buffer.from('пароль').toString('base64url'));
});

test.each([
  ['another key', (sealed: string) => createSealer(`${KEY}!`, 'mail').open(sealed, 'a')],
  ['another purpose', (sealed: string) => createSealer(KEY, 'bot').open(sealed, 'a')],
  ['another owner', (sealed: string) => createSealer(KEY, 'mail').open(sealed, 'b')],
  [
    'a changed byte',
    (sealed: string) => createSealer(KEY, 'mail').open(`${sealed.slice(0, 20)}AAAA${sealed.slice(24)}`, 'a'),
  ],
  ['a value that is too short', () => createSealer(KEY, 'mail').open('AAAA', 'a')],
])('a sealed text does not open with %s', (_case, open) => {
  expect(open(createSealer(KEY, 'mail').seal('пароль почты', 'a'))).toBeUndefined();
});
