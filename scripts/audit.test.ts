import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findingsOf, lockedIn } from './advisories.ts';

const locked = lockedIn(readFileSync('pnpm-lock.yaml', 'utf8'));
const about = (name: string, events: object[], more = {}) => ({
  ...{ id: 'TEST-1', summary: 'something', ...more },
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ events }] }],
});
const found = (...advisories: Parameters<typeof findingsOf>[1]) => findingsOf(locked, advisories).length;

test('the lock file is read whole', () => {
  const names = locked.map(({ name }) => name);
  expect(locked.length).toBeGreaterThan(300);
  expect(names).toEqual(
    expect.arrayContaining(['zod', 'fastify', '@electric-sql/pglite', 'pg', 'jsonwebtoken']),
  );
  for (const { version } of locked) expect(version).toMatch(/^\d+\.\d+\.\d+/);
});

test('a package is found by the versions that an advisory concerns, and by no others', () => {
  expect(found(about('zod', [{ introduced: '0' }]))).toBe(1);
  expect(found(about('zod', [{ introduced: '0' }, { fixed: '4.0.0' }]))).toBe(0);
  expect(found(about('zod', [{ introduced: '4.0.0' }, { last_affected: '999.0.0' }]))).toBe(1);
  expect(found(about('zod', [{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '4.0.0' }]))).toBe(1);
  expect(found(about('no-such-package', [{ introduced: '0' }]))).toBe(0);
  expect(found(about('zod', [{ introduced: '0' }], { withdrawn: '2026-01-01T00:00:00Z' }))).toBe(0);
});
