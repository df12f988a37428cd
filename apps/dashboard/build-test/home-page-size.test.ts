import { expect, test } from 'vitest';
import { brotli } from '../precompress.ts';
import { FRAME, getFiles, read, withImports } from './manifest.ts';

/** Brotli bytes the home page adds to the shell and to the code shared by all pages that call the API. */
const BUDGET = 18_000;

const before = withImports(['index.html', ...FRAME]);
const loaded = withImports(['src/pages/home.tsx']);
const there = getFiles(before);
const sizes = [...getFiles(loaded)]
  .filter((file) => !there.has(file))
  .map((file) => ({ file, bytes: brotli(read(file)).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

test('the home page adds no more than 18 kB on the wire before the chart', () => {
  console.log(
    `home page: ${total} bytes (brotli) in ${sizes.length} files\n` +
      sizes.map(({ file, bytes }) => `${String(bytes).padStart(8)} ${file}`).join('\n'),
  );
  expect(total).toBeLessThanOrEqual(BUDGET);
});

test.each([
  ['the chart', 'src/features/home/trend/trend-chart.tsx'],
  ['the calendar', 'src/features/home/period/period-calendar.tsx'],
  ['the QR code', 'src/entities/link/qr-dialog.tsx'],
])('the home page loads nothing of %s before it is needed', (_what, key) => {
  expect([...withImports([key])]).toContain(key);
  expect([...loaded]).not.toContain(key);
});
