import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brotli } from '../precompress.ts';
import { findChunk, getFiles, read, withImports } from './manifest.ts';

/** Largest brotli size, in bytes, of all files a page needs, those of the first screen and of the shell included. */
const BUDGETS: Record<string, number> = {
  'account/application.tsx': 260_200,
  'account/forgot.tsx': 307_000,
  'account/invite.tsx': 151_000,
  'account/join.tsx': 316_000,
  'account/reset.tsx': 151_000,
  'account/setup.tsx': 307_000,
  'home.tsx': 346_000,
  'leads.tsx': 350_000,
  'month-summary.tsx': 323_000,
  'import.tsx': 319_000,
  'not-found.tsx': 255_000,
  'partner-create.tsx': 324_000,
  'partner.tsx': 335_000,
  'partners.tsx': 341_000,
  'payments/payments.tsx': 356_000,
  'profile/developers.tsx': 320_000,
  'profile/journal.tsx': 334_000,
  'profile/messages.tsx': 318_000,
  'profile/notifications.tsx': 319_000,
  'profile/organization.tsx': 321_000,
  'profile/outside-events.tsx': 335_500,
  'profile/profile.tsx': 326_000,
  'profile/team.tsx': 320_000,
  'program-create.tsx': 338_000,
  'program.tsx': 345_300,
  'programs.tsx': 343_000,
};

/** The page of the first script and the public page. They have a separate size test. */
const APART = ['account/login.tsx', 'referral.tsx'];

/** Pages of links, which load no code of the shell. Both are in one chunk. */
const LINKS = ['account/invite.tsx', 'account/reset.tsx'];

const getPageFiles = (page: string) =>
  getFiles(
    withImports(
      LINKS.includes(page)
        ? ['index.html', findChunk('link-pages')]
        : ['index.html', findChunk('shell'), `src/pages/${page}`],
    ),
  );

const sizes = new Map<string, number>();

function getSize(file: string): number {
  const size = sizes.get(file) ?? brotli(read(file)).length;
  sizes.set(file, size);
  return size;
}

const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + getSize(file), 0);

test.each(Object.entries(BUDGETS))(
  '%s weighs no more than %i bytes on the wire in 51 files at most',
  (page, budget) => {
    const files = getPageFiles(page);
    console.log(`${page}: ${sum(files)} bytes (brotli) in ${files.size} files`);
    expect(sum(files)).toBeLessThanOrEqual(budget);
    expect(files.size).toBeLessThanOrEqual(51);
  },
);

test('the files of all signed-in pages weigh no more than 254.2 kB on the wire', () => {
  const shared = getFiles(withImports(['index.html', findChunk('shell')]));
  console.log(`behind the login: ${sum(shared)} bytes (brotli) in ${shared.size} files`);
  expect(sum(shared)).toBeLessThanOrEqual(254_200);
});

test('the README states the sizes of the shared files, of home and of the largest page', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const [, shared, files, home, largest] =
    /share (\d+) kB in (\d+) files, .* home is (\d+) kB and the largest page (\d+) kB/.exec(readme) ?? [];
  const sharedFiles = getFiles(withImports(['index.html', findChunk('shell')]));
  const sizes = new Map(Object.keys(BUDGETS).map((page) => [page, sum(getPageFiles(page))]));
  const stated = [shared, home, largest].map(Number);
  const measured = [sum(sharedFiles), sizes.get('home.tsx') ?? 0, Math.max(...sizes.values())];
  for (const [index, bytes] of measured.entries())
    expect(Math.abs(bytes / 1000 - (stated[index] ?? 0))).toBeLessThan(2);
  expect(Number(files)).toBe(sharedFiles.size);
});

test('every page of the routes has a ceiling', () => {
  const routes = readFileSync(join(import.meta.dirname, '../src/app/routes.tsx'), 'utf8');
  const pages = [...routes.matchAll(/'(?:\.\.|@)\/pages\/(.+\.tsx)'/g)].map(([, page = '']) => page);
  expect([...Object.keys(BUDGETS), ...APART].sort()).toEqual(pages.sort());
});

test.each([
  ['the chart', 'src/entities/figures/trend/trend-chart.tsx'],
  ['the calendar', 'src/entities/figures/period/period-calendar.tsx'],
  ['the QR code', 'src/entities/link/qr-dialog.tsx'],
])('the home page loads nothing of %s before it is needed', (_what, key) => {
  expect([...withImports([key])]).toContain(key);
  expect([...withImports(['index.html', findChunk('shell'), 'src/pages/home.tsx'])]).not.toContain(key);
});
