import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { server } from './server.ts';
import { setViewport } from './viewport.ts';

// Mantine asks the browser for these; jsdom has none of them.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

configure({ asyncUtilTimeout: 4_000 });

// The page is printed for what is not found at last, and not at each look of `find…` meanwhile.
const { getElementError } = getConfig();
const isLooking = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;
configure({
  getElementError: (message, container) =>
    isLooking() ? new Error(message ?? '') : getElementError(message, container),
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
