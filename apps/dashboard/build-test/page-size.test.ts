import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brotli } from '../precompress.ts';
import { filesOf, read, withImports } from './manifest.ts';

/** Brotli bytes that a page adds to what every page behind the login has loaded. Lists have 60 kB each. */
const BUDGETS: Record<string, number> = {
  'leads.tsx': 60_000,
  'profile/journal.tsx': 60_000,
  'profile/messages.tsx': 20_000,
  'profile/notifications.tsx': 20_000,
  'partners.tsx': 60_000,
  'payments.tsx': 60_000,
  'programs.tsx': 60_000,
  'partner-create.tsx': 58_000,
  'partner.tsx': 43_000,
  'profile/profile.tsx': 47_000,
  'program-create.tsx': 75_000,
  'program.tsx': 92_000,
  'not-found.tsx': 1_000,
  'profile/organization.tsx': 14_000,
  'entry/application.tsx': 4_000,
  'entry/join.tsx': 22_000,
  'entry/forgot.tsx': 7_000,
  'entry/reset.tsx': 6_000,
  'entry/setup.tsx': 14_000,
  'profile/team.tsx': 28_000,
};

/** Pages with a test of their own. */
const APART = ['home.tsx', 'entry/invite.tsx', 'entry/login.tsx', 'referral.tsx'];

const shared = filesOf(withImports(['index.html', 'src/app/layout/shell.tsx', 'src/app/queries.tsx']));

test.each(Object.entries(BUDGETS))('%s adds no more than %i bytes on the wire', (page, budget) => {
  const own = [...filesOf(withImports([`src/pages/${page}`]))].filter((file) => !shared.has(file));
  const sizes = own.map((file) => ({ file, bytes: brotli(read(file)).length }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `${page}: ${total} bytes (brotli)\n` +
      sizes.map(({ file, bytes }) => `${String(bytes).padStart(8)} ${file}`).join('\n'),
  );
  expect(total).toBeLessThanOrEqual(budget);
});

test('every page has a ceiling', () => {
  const folder = join(import.meta.dirname, '../src/pages');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  );
  expect([...Object.keys(BUDGETS), ...APART].sort()).toEqual(pages.sort());
});
