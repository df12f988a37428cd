import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

const source = join(import.meta.dirname, '../..');
/** 12, 14, 16, 18 and 24 px in rem: help text, body text, fields on touch screens, section headings, titles and figures. */
const SCALE = ['0.75rem', '0.875rem', '1rem', '1.125rem', '1.5rem'];

/** 32 px, on phones 28 px: the balance, the largest figure of a page. */
const BALANCE = ['2rem', '1.75rem'];

const sizesOf = (file: string) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/font-size:\s*([^;]+);/g)].map(
    ([, size = '']) => size,
  );

test('all style sheets use the five font sizes of the scale, and a balance is larger', () => {
  const unexpected = globSync('**/*.css', { cwd: source }).flatMap((file) =>
    sizesOf(file)
      // Print styles use points.
      .filter((size) => size !== 'inherit' && !size.endsWith('pt'))
      .filter(
        (size) => ![...SCALE, ...BALANCE].includes(size) && !size.startsWith('var(--mantine-font-size-'),
      )
      .map((size) => `${file}: ${size}`),
  );
  expect(unexpected).toEqual([]);
});

test('the theme has exactly the five font sizes of the scale', () => {
  const headings = Object.values(theme.headings?.sizes ?? {}).map((one) => one?.fontSize);
  const sizes = [...Object.values(theme.fontSizes ?? {}), ...headings];
  const pixels = new Set(sizes.map((size) => Number.parseFloat(/[\d.]+/.exec(String(size))?.[0] ?? '') * 16));
  expect([...pixels].sort((one, other) => one - other)).toEqual([12, 14, 16, 18, 24]);
});
