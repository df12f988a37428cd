import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storedKey } from './secret-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a key is made once, long enough, for its owner alone', () => {
  const key = storedKey(folder);
  expect(Buffer.byteLength(key)).toBeGreaterThanOrEqual(32);
  expect(storedKey(folder)).toBe(key);
  expect(readdirSync(folder)).toEqual(['secret-key']);
  expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('another folder has another key', () => {
  expect(storedKey(join(folder, 'a'))).not.toBe(storedKey(join(folder, 'b')));
});
