import { describe, expect, test } from 'vitest';
import { brotli } from '../precompress.ts';
import { filesOf, read, withImports } from './manifest.ts';

const CAPTCHA = 'src/shared/captcha/captcha-widget.tsx';
const TOASTS = 'src/shared/ui/toast/toaster.tsx';
const SHELL = 'src/app/layout/shell.tsx';
const CALLS = 'src/app/queries.tsx';

/** Pages that are opened first and by anybody. `budget`: brotli bytes of everything a browser loads to show the page; `requests`: files it comes in. */
const pages = [
  {
    page: 'login',
    html: 'index.html',
    source: 'src/pages/entry/login.tsx',
    budget: 134_000,
    requests: 7,
    without: [CAPTCHA, TOASTS, SHELL, CALLS, 'src/pages/profile/profile.tsx', 'src/pages/partners.tsx'],
  },
  {
    page: 'invitation',
    html: 'index.html',
    source: 'src/pages/entry/invite.tsx',
    budget: 139_000,
    requests: 10,
    without: [CAPTCHA, TOASTS, SHELL, CALLS, 'src/pages/leads.tsx'],
  },
  {
    page: 'referral link',
    html: 'referral.html',
    source: 'referral.html',
    budget: 72_000,
    requests: 4,
    without: ['index.html', CAPTCHA, TOASTS, SHELL, 'src/pages/entry/login.tsx'],
  },
];

describe.each(pages)('the page of the $page', ({ page, html, source, budget, requests, without }) => {
  const loaded = withImports([html, source]);

  test(`weighs no more than ${budget / 1000} kB on the wire, in ${requests} files at most`, () => {
    const files = new Set([...filesOf(loaded), html, 'page-start.js']);
    const sizes = [...files].map((file) => ({ file, bytes: brotli(read(file)).length }));
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(
      `${page}: ${total} bytes (brotli) in ${sizes.length} files\n` +
        sizes.map(({ file, bytes }) => `${String(bytes).padStart(8)} ${file}`).join('\n'),
    );
    expect(total).toBeLessThanOrEqual(budget);
    expect(files.size).toBeLessThanOrEqual(requests);
  });

  test.each(without)('loads nothing of %s before it is needed', (key) => {
    expect([...withImports([key])]).toContain(key);
    expect([...loaded]).not.toContain(key);
  });
});
