import { expect, test } from 'vitest';
import { brotli } from '../precompress.ts';
import { filesOf, read, withImports } from './manifest.ts';

/** Brotli bytes of everything a browser loads to show the page of a referral link and to take it over. */
const BUDGET = 124_000;

const loaded = withImports(['index.html', 'src/pages/referral.tsx']);
const files = new Set([...filesOf(loaded), 'index.html', 'color-scheme.js']);
const sizes = [...files].map((file) => ({ file, bytes: brotli(read(file)).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

test('the page of a referral link weighs no more than 124 kB on the wire', () => {
  console.log(
    `referral page: ${total} bytes (brotli) in ${sizes.length} files\n` +
      sizes.map(({ file, bytes }) => `${String(bytes).padStart(8)} ${file}`).join('\n'),
  );
  expect(total).toBeLessThanOrEqual(BUDGET);
});

test.each([
  ['the captcha', 'src/shared/captcha/captcha-widget.tsx'],
  ['the toasts', 'src/shared/ui/toast/toaster.tsx'],
  ['the shell', 'src/app/layout/shell.tsx'],
  ['the login', 'src/pages/login.tsx'],
  ['the leads', 'src/pages/leads.tsx'],
])('the page of a referral link loads nothing of %s', (_what, key) => {
  expect([...withImports([key])]).toContain(key);
  expect([...loaded]).not.toContain(key);
});
