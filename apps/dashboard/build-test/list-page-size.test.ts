import { expect, test } from 'vitest';
import { brotli } from '../precompress.ts';
import { filesOf, read, withImports } from './manifest.ts';

/** Brotli bytes that one list page adds to what every page behind the login has loaded. */
const BUDGET = 60_000;

const shared = filesOf(withImports(['index.html', 'src/app/layout/shell.tsx', 'src/app/queries.tsx']));

test.each([
  'src/pages/leads.tsx',
  'src/pages/partners.tsx',
  'src/pages/programs.tsx',
  'src/pages/partner.tsx',
  'src/pages/partner-create.tsx',
])('%s adds no more than 60 kB on the wire', (page) => {
  const own = [...filesOf(withImports([page]))].filter((file) => !shared.has(file));
  const sizes = own.map((file) => ({ file, bytes: brotli(read(file)).length }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `${page}: ${total} bytes (brotli)\n` +
      sizes.map(({ file, bytes }) => `${String(bytes).padStart(8)} ${file}`).join('\n'),
  );
  expect(total).toBeLessThanOrEqual(BUDGET);
});
