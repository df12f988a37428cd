import type { Page } from '@playwright/test';

declare global {
  var marks: {
    /** Moment, ms of the page, at which something a selector finds was first painted; at a path, if one is named. */
    painted: (selector: string, path?: string) => Promise<number>;
    /** Sum of what moved without being asked to. */
    shift: number;
    /** The longest interaction so far, ms: from the input until what follows of it is painted. */
    slowest: number;
    /** The longest task so far, ms, of those over 50; 0 when there was none. */
    longest: number;
  };
}

/** Runs in the page, before its scripts. */
export function mark() {
  const painted = async (selector: string, path = location.pathname) => {
    const found = () => (location.pathname === path ? [...document.querySelectorAll(selector)] : []);
    // Looked for when the page changes, and not at every frame: frames that are asked for take time of their own.
    while (found().length === 0)
      await new Promise<void>((resolve) => {
        const changes = new MutationObserver(() => {
          changes.disconnect();
          resolve();
        });
        changes.observe(document, { childList: true, subtree: true });
      });
    do await new Promise(requestAnimationFrame);
    while (!found().some((one) => one.checkVisibility()));
    // What is there before a frame is painted is in it.
    const channel = new MessageChannel();
    await new Promise((resolve) => {
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(null);
    });
    return performance.now();
  };
  globalThis.marks = { painted, shift: 0, slowest: 0, longest: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) globalThis.marks.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      globalThis.marks.slowest = Math.max(globalThis.marks.slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      globalThis.marks.longest = Math.max(globalThis.marks.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
}

export const painted = (page: Page, selector: string) =>
  page.evaluate((one) => globalThis.marks.painted(one), selector);

/** Waits until a page has nothing under way. */
export async function rest(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => document.querySelector('main [aria-busy="true"], main [data-old]') === null,
  );
  await page.evaluate(() => new Promise<unknown>((resolve) => requestIdleCallback(resolve)));
}
