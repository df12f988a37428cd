import { describe, expect, test } from 'vitest';
import { brotli } from '../precompress.ts';
import { findChunk, getFiles, read, withImports } from './manifest.ts';

const CAPTCHA = 'src/shared/captcha/captcha-widget.tsx';
const SHELL = findChunk('shell');
const TOASTS = 'src/shared/ui/toast/toaster.tsx';

/**
 * Pages that visitors open first. `budget` is the brotli size, in bytes, of all files needed to show the page; `requests` is their
 * number.
 */
const pages = [
  {
    page: 'login',
    html: 'index.html',
    budget: 144_000,
    requests: 2,
    without: [CAPTCHA, TOASTS, SHELL, 'src/pages/profile/profile.tsx', 'src/pages/partners.tsx'],
  },
  {
    page: 'referral link',
    html: 'referral.html',
    budget: 70_000,
    requests: 3,
    without: ['index.html', CAPTCHA, TOASTS, SHELL],
  },
];

/** Page as the server sends it, with its first script inlined. The sign-in page also has its markup and styles inlined. */
function pageText(page: string, html: string, files: Set<string>): Buffer {
  const parts = [read(html), read('first-paint.js')];
  if (page !== 'login') return Buffer.concat(parts);
  const { helped } = JSON.parse(read('.vite/sign-in.json').toString()) as { helped: string };
  parts.push(Buffer.from(helped));
  for (const file of files) {
    if (!file.endsWith('.css')) continue;
    parts.push(read(file));
    files.delete(file);
  }
  return Buffer.concat(parts);
}

test('the first script carries no development warnings of react-router', () => {
  const scripts = [...getFiles(withImports(['index.html']))].filter((file) => file.endsWith('.js'));
  expect(scripts).not.toEqual([]);
  for (const file of scripts) expect(read(file).toString()).not.toContain('No routes matched location');
});

describe.each(pages)('the page of the $page', ({ page, html, budget, requests, without }) => {
  const loaded = withImports([html]);

  test(`weighs no more than ${budget / 1000} kB on the wire, in ${requests} files at most`, () => {
    const files = new Set(getFiles(loaded));
    const own = pageText(page, html, files);
    const sizes = [
      { file: html, bytes: brotli(own).length },
      ...[...files].map((file) => ({ file, bytes: brotli(read(file)).length })),
    ];
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(
      `${page}: ${total} bytes (brotli) in ${sizes.length} files\n` +
        sizes.map(({ file, bytes }) => `${String(bytes).padStart(8)} ${file}`).join('\n'),
    );
    expect(total).toBeLessThanOrEqual(budget);
    expect(sizes.length).toBeLessThanOrEqual(requests);
  });

  test.each(without)('loads nothing of %s before it is needed', (key) => {
    expect([...withImports([key])]).toContain(key);
    expect([...loaded]).not.toContain(key);
  });
});
