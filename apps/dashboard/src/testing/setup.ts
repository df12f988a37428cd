import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
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

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => setViewport(1440));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(() => server.close());
