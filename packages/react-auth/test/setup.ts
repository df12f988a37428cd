import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { accountsServer, resetAccountsServer } from './accounts-server.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

beforeAll(() => accountsServer.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  // React reports a wrong use of itself here: a hydration mismatch, an unstable snapshot, a missing act.
  vi.spyOn(console, 'error');
});
afterEach(() => {
  cleanup();
  resetAccountsServer();
  const complaints = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});
afterAll(() => accountsServer.close());
