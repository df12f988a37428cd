import { expect, test } from 'vitest';
import { brotli } from '../precompress.ts';
import { filesOf, read, withImports } from './manifest.ts';

/** Brotli bytes of everything a browser loads to show the login form. */
const BUDGET = 136_000;

const loaded = withImports(['index.html', 'src/pages/login.tsx']);
const files = new Set([...filesOf(loaded), 'index.html', 'color-scheme.js']);
const sizes = [...files].map((file) => ({ file, bytes: brotli(read(file)).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

test('the login page weighs no more than 136 kB on the wire', () => {
  console.log(
    `login page: ${total} bytes (brotli) in ${sizes.length} files\n` +
      sizes.map(({ file, bytes }) => `${String(bytes).padStart(8)} ${file}`).join('\n'),
  );
  expect(total).toBeLessThanOrEqual(BUDGET);
});

test.each([
  ['the captcha', 'src/shared/captcha/captcha-widget.tsx'],
  ['the toasts', 'src/shared/ui/toast/toaster.tsx'],
  ['the shell', 'src/app/layout/shell.tsx'],
  ['the calls of the API', 'src/app/queries.tsx'],
  ['the profile', 'src/pages/profile.tsx'],
  ['the leads', 'src/pages/leads.tsx'],
  ['the partners', 'src/pages/partners.tsx'],
])('the login page loads nothing of %s before it is needed', (_what, key) => {
  expect([...withImports([key])]).toContain(key);
  expect([...loaded]).not.toContain(key);
});
