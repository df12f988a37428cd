import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const snippet = readFileSync(join(import.meta.dirname, '../dist/snippet.js'), 'utf8');

test('the snippet for own sites weighs no more than 1 kB without compression', () => {
  console.log(`snippet.js: ${Buffer.byteLength(snippet)} bytes`);
  expect(Buffer.byteLength(snippet)).toBeLessThanOrEqual(1024);
});

test('the snippet is a plain script that neither loads nor sends anything', () => {
  expect(snippet).not.toMatch(
    /\b(import|export|fetch|XMLHttpRequest|sendBeacon|eval)\b|https?:\/\/|innerHTML|new Function/,
  );
});
