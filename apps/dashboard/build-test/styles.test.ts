import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { read } from './manifest.ts';

const MANTINE = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'));
const CLASS = /\bm_[0-9a-f]+/g;

const findClasses = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.match(CLASS) ?? []));

const assets = readdirSync(join(import.meta.dirname, '../dist/assets'));
const readAssets = (extension: string) =>
  assets.filter((file) => file.endsWith(extension)).map((file) => read(`assets/${file}`).toString());

test('the styles of every Mantine component in the build are loaded', () => {
  const used = findClasses(readAssets('.js'));
  const styled = findClasses(readAssets('.css'));
  const stylesheets = readdirSync(join(MANTINE, 'styles')).filter((file) => file.endsWith('.layer.css'));
  expect(used.size).toBeGreaterThan(100);
  const missing = stylesheets.filter((file) => {
    const classes = findClasses([readFileSync(join(MANTINE, 'styles', file), 'utf8')]);
    return [...classes].some((name) => used.has(name) && !styled.has(name));
  });
  expect(missing).toEqual([]);
});
