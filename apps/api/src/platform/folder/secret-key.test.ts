import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storedKey } from './secret-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a key is created once, with enough length, for its owner only', () => {
  const key = storedKey(folder);
  expect(Buffer.byteLength(key)).toBeGreaterThanOrEqual(32);
  expect(storedKey(folder)).toBe(key);
  expect(readdirSync(folder)).toEqual(['secret-key']);
  expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('another folder has another key', () => {
  expect(storedKey(join(folder, 'a'))).not.toBe(storedKey(join(folder, 'b')));
});

describe('a key is refused with a sentence', () => {
  const kept = (content: string, mode = 0o600) => {
    writeFileSync(join(folder, 'secret-key'), content);
    chmodSync(join(folder, 'secret-key'), mode);
    return () => storedKey(folder);
  };

  test.each([
    ['empty', '', 'пуст'],
    ['blank', ` \n${' '.repeat(40)}`, 'пуст'],
    ['short', 'k'.repeat(31), 'слишком короткий'],
  ])('when it is %s', (_name, content, sentence) => {
    expect(kept(content)).toThrow(`Секретный ключ ${join(folder, 'secret-key')} ${sentence}. Восстановите`);
  });

  test.each([0o644, 0o640, 0o604, 0o620, 0o666])('when its mode is %o', (mode) => {
    const read = kept('k'.repeat(48), mode);
    expect(read).toThrow('могли прочитать другие пользователи');
    // The key stays refused until the operator decides.
    expect(read).toThrow('chmod 600');
    chmodSync(join(folder, 'secret-key'), 0o600);
    expect(read()).toBe('k'.repeat(48));
  });

  test('when it cannot be read', () => {
    mkdirSync(join(folder, 'secret-key'));
    expect(() => storedKey(folder)).toThrow('не читается. Восстановите его');
  });
});
