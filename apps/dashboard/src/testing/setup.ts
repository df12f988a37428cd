import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { server } from './server.ts';
import { setViewport } from './viewport.ts';

// Mantine uses these browser APIs, which jsdom does not implement.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// Five times the default: a slow machine loads the parts of the first screen for seconds.
configure({ asyncUtilTimeout: 5_000 });

// `find…` queries poll, so the DOM is printed only for the last attempt.
const { getElementError } = getConfig();
const isPolling = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;
configure({
  getElementError: (message, container) =>
    isPolling() ? new Error(message ?? '') : getElementError(message, container),
});

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => setViewport(1440));
afterEach(() => {
  notifications.clean();
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(() => server.close());
