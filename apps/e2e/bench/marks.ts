import type { Page } from '@playwright/test';

type Paint = PerformanceEntry & { identifier: string; paintTime: number };

declare global {
  var marks: {
    /**
     * Time in ms from navigation start to the first paint of the first element that matches a selector, at the given path or the
     * current one.
     */
    painted: (selector: string, path?: string) => Promise<number>;
    /** Sum of layout shifts without recent input. */
    shift: number;
    /** Longest interaction so far in ms, from the input to the next paint. */
    slowest: number;
    /** Longest task over 50 ms so far in ms, or 0. */
    longest: number;
  };
}

/** Runs in the page before its scripts. */
export function mark() {
  /** Number of ancestors to mark: the browser attributes the paint of text to the closest block ancestor. */
  const ANCESTORS = 3;
  const painted = (selector: string, path = location.pathname) =>
    new Promise<number>((resolve) => {
      let last: Element | null = null;
      const time = () => {
        const found = location.pathname === path ? document.querySelector(selector) : null;
        if (found === null || found === last) return;
        last = found;
        const timed = [found, ...found.querySelectorAll('*')];
        for (let step = 0, around = found.parentElement; around && step < ANCESTORS; step += 1) {
          timed.push(around);
          around = around.parentElement;
        }
        for (const one of timed) one.setAttribute('elementtiming', selector);
        // The browser reports a frame only with the next one.
        requestAnimationFrame(() => requestAnimationFrame(() => undefined));
      };
      // Uses an observer, because a task in the page would wait for other tasks after the frame.
      const paints = new PerformanceObserver((list) => {
        const entry = (list.getEntries() as Paint[]).find(({ identifier }) => identifier === selector);
        if (entry === undefined) return;
        paints.disconnect();
        changes.disconnect();
        resolve(entry.paintTime);
      });
      // A mutation observer runs before the frame that contains the change.
      const changes = new MutationObserver(time);
      paints.observe({ type: 'element' });
      changes.observe(document, { childList: true, subtree: true });
      time();
    });
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

/** Waits until a page is idle. */
export async function waitForIdle(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => document.querySelector('main [aria-busy="true"], main [data-old]') === null,
  );
  await page.evaluate(() => new Promise<unknown>((resolve) => requestIdleCallback(resolve)));
}
