import { vi } from 'vitest';
import { createBrowser } from './browser.ts';
import { createServer } from './server.ts';
import { BASE, type TestOptions } from './session.ts';

/** A browser, a server, and tabs of the application that share a session left by an earlier visit. */
export async function openTabs(count: number, browserOptions = {}, options: TestOptions = {}) {
  const server = createServer();
  const browser = createBrowser(browserOptions);
  const warnings: unknown[][] = [];
  const logger = { warn: (...parts: unknown[]) => void warnings.push(parts) };
  const open = () => browser.openTab({ baseUrl: BASE, fetch: server.fetch, logger, ...options });
  const first = open();
  await first.auth.login({ phone: '+79990000001', password: 'correct horse' });
  const tabs = [first, ...Array.from({ length: count - 1 }, open)];
  await Promise.all(tabs.map((tab) => tab.auth.initialize()));
  // The login has let go of the lock.
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(100);
  server.calls.length = 0;
  return { server, browser, tabs, warnings, open };
}

/** The tab of that number; the tests know how many they opened. */
export function nth<T>(tabs: readonly T[], index: number): T {
  const tab = tabs[index];
  if (tab === undefined) throw new Error(`there is no tab ${index}`);
  return tab;
}
