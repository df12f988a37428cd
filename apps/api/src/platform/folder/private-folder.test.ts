import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimFolder, closeToOthers } from './private-folder.ts';

let root: string;
let mask: number;
beforeEach(() => {
  mask = process.umask(0);
  root = mkdtempSync(join(tmpdir(), 'private-folder-'));
});
afterEach(() => {
  process.umask(mask);
  rmSync(root, { recursive: true });
});
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a new or an open folder becomes private to its owner, and so do later files in it', () => {
  for (const name of ['new', 'was open']) {
    const folder = join(root, name);
    if (name === 'was open') mkdirSync(folder, { mode: 0o777 });
    claimFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
    writeFileSync(join(folder, 'later'), '', { mode: 0o666 });
    expect(modeOf(join(folder, 'later'))).toBe(0o600);
    process.umask(0);
  }
});

test('files at any depth become private, and the targets of links are not changed', () => {
  const [folder, outside] = [join(root, 'data'), join(root, 'outside')];
  mkdirSync(join(folder, 'a/b'), { recursive: true, mode: 0o777 });
  for (const path of [join(folder, 'a/b/pg_hba.conf'), join(folder, 'run'), outside]) writeFileSync(path, '');
  chmodSync(join(folder, 'run'), 0o777);
  symlinkSync(outside, join(folder, 'link'));
  closeToOthers(folder);
  expect(['', 'a', 'a/b', 'run'].map((name) => modeOf(join(folder, name)))).toEqual(Array(4).fill(0o700));
  expect(modeOf(join(folder, 'a/b/pg_hba.conf'))).toBe(0o600);
  expect(modeOf(outside)).toBe(0o666);
  closeToOthers(join(folder, 'nothing there'));
});

test('a folder that all users write to is refused and left unchanged, and an empty one is accepted', () => {
  const folder = join(root, 'tmp');
  mkdirSync(folder);
  chmodSync(folder, 0o1777);
  claimFolder(folder);
  expect(modeOf(folder)).toBe(0o700);

  chmodSync(folder, 0o1777);
  writeFileSync(join(folder, 'of-another'), '');
  expect(() => claimFolder(folder)).toThrow(`Папка ${folder} общая для всех программ.`);
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  expect(() => claimFolder('/')).toThrow('общая');
});
