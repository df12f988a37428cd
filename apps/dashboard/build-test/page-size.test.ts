import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brotli } from '../precompress.ts';
import { FRAME, getFiles, read, withImports } from './manifest.ts';

/** Brotli bytes a page adds to the files every signed-in page has already loaded. */
const BUDGETS: Record<string, number> = {
  'leads.tsx': 26_000,
  'profile/journal.tsx': 18_000,
  'profile/messages.tsx': 3_000,
  'profile/notifications.tsx': 5_000,
  'partners.tsx': 19_000,
  'payments/payments.tsx': 28_000,
  'programs.tsx': 19_000,
  'partner-create.tsx': 13_000,
  'partner.tsx': 18_000,
  'profile/profile.tsx': 11_000,
  'program-create.tsx': 17_000,
  'program.tsx': 23_000,
  'not-found.tsx': 1_200,
  'profile/organization.tsx': 11_000,
  'account/application.tsx': 3_000,
  'account/join.tsx': 6_000,
  'account/forgot.tsx': 8_000,
  'account/setup.tsx': 4_000,
  'profile/team.tsx': 5_000,
};

/** Pages that have a separate size test or are in the first script. */
const APART = ['home.tsx', 'account/invite.tsx', 'account/login.tsx', 'account/reset.tsx', 'referral.tsx'];

const shared = getFiles(withImports(['index.html', ...FRAME]));

test.each(Object.entries(BUDGETS))('%s adds no more than %i bytes on the wire', (page, budget) => {
  const own = [...getFiles(withImports([`src/pages/${page}`]))].filter((file) => !shared.has(file));
  const sizes = own.map((file) => ({ file, bytes: brotli(read(file)).length }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `${page}: ${total} bytes (brotli)\n` +
      sizes.map(({ file, bytes }) => `${String(bytes).padStart(8)} ${file}`).join('\n'),
  );
  expect(total).toBeLessThanOrEqual(budget);
});

test.each(Object.keys(BUDGETS))(
  '%s comes in 34 files at most, those of the first screen included',
  (page) => {
    expect(getFiles(withImports(['index.html', `src/pages/${page}`])).size).toBeLessThanOrEqual(34);
  },
);

test('what every page behind the login needs weighs no more than 345 kB on the wire, the first screen included', () => {
  const total = [...shared].reduce((sum, file) => sum + brotli(read(file)).length, 0);
  console.log(`behind the login: ${total} bytes (brotli) in ${shared.size} files`);
  expect(total).toBeLessThanOrEqual(345_000);
});

test('every page of the routes has a ceiling', () => {
  const routes = readFileSync(join(import.meta.dirname, '../src/app/routes.tsx'), 'utf8');
  const pages = [...routes.matchAll(/'(?:\.\.|@)\/pages\/(.+\.tsx)'/g)].map(([, page = '']) => page);
  expect([...Object.keys(BUDGETS), ...APART].sort()).toEqual(pages.sort());
});
