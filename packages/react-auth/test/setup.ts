import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

beforeEach(() => {
  vi.stubGlobal('fetch', () => {
    throw new Error('A test uses the network.');
  });
  // React reports a wrong use of itself here: a hydration mismatch, an unstable snapshot, a missing act.
  vi.spyOn(console, 'error');
});
afterEach(() => {
  cleanup();
  const complaints = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(complaints).toEqual([]);
});
