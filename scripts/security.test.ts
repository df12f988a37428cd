import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every file that SECURITY.md names as the keeper of a statement is there', () => {
  const named = [
    ...readFileSync('SECURITY.md', 'utf8').matchAll(/`((?:apps|packages|docs|scripts)\/[^`\s]+)`/g),
  ];
  const files = named.map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
