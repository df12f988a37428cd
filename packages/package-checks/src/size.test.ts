import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import { bundle } from './bundle.ts';
import { consumer, installed, type PackageName, packages } from './packages.ts';

const playground = inject('playground');
const project = consumer(playground, 19);

/** Bytes of the whole package, minified, at brotli's highest quality; its dependencies left out. */
async function sizeOf(name: PackageName): Promise<number> {
  const others = packages.filter((each) => each !== name).map((each) => new RegExp(`/${each}$`));
  const code = await bundle(project, `export * from '@referral-dashboard/${name}'`, others);
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

describe.for(packages)('%s', (name) => {
  const read = (file: string) => readFileSync(join(installed(playground, name), file), 'utf8');

  test(`${name}: minified and compressed it stays within the limit in its package.json`, async () => {
    const { size } = JSON.parse(read('package.json')) as { size: { limit: number } };
    expect(await sizeOf(name)).toBeLessThanOrEqual(size.limit);
  });

  test(`${name}: the size that the README declares is the size measured`, async () => {
    const bytes = await sizeOf(name);
    const declared = [...read('README.md').matchAll(/([\d.]+) kB[^\n]*brotli/g)].map(
      ([, figure = '']) => figure,
    );
    expect(declared.length).toBeGreaterThan(0);
    const decimals = (figure: string) => figure.split('.')[1]?.length ?? 0;
    expect(declared).toEqual(declared.map((figure) => (bytes / 1000).toFixed(decimals(figure))));
  });

  test(`${name}: importing it without using it leaves nothing in a bundle`, async () => {
    const others = packages.filter((each) => each !== name).map((each) => new RegExp(`/${each}$`));
    const code = await bundle(project, `import '@referral-dashboard/${name}'`, others);
    expect(
      new TextDecoder()
        .decode(code)
        .replace(/^"use client";/, '')
        .trim(),
    ).toBe('');
  });
});
