import type { Page } from '@playwright/test';

type Paint = PerformanceEntry & { identifier: string; paintTime: number };

declare global {
  var marks: {
    /** Moment, ms of the page, at which text of the first thing a selector finds was painted first, as the browser tells it; at a path, if one is named. */
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
  /** An element's text is timed with whatever element around it begins a line. */
  const AROUND = 3;
  const painted = (selector: string, path = location.pathname) =>
    new Promise<number>((resolve) => {
      let last: Element | null = null;
      const time = () => {
        const found = location.pathname === path ? document.querySelector(selector) : null;
        if (found === null || found === last) return;
        last = found;
        const timed = [found, ...found.querySelectorAll('*')];
        for (let step = 0, around = found.parentElement; around && step < AROUND; step += 1) {
          timed.push(around);
          around = around.parentElement;
        }
        for (const one of timed) one.setAttribute('elementtiming', selector);
        // The browser tells of a frame with the one after it.
        requestAnimationFrame(() => requestAnimationFrame(() => undefined));
      };
      // Not asked by a task of the page: it would wait for others that follow the frame.
      const paints = new PerformanceObserver((list) => {
        const entry = (list.getEntries() as Paint[]).find(({ identifier }) => identifier === selector);
        if (entry === undefined) return;
        paints.disconnect();
        changes.disconnect();
        resolve(entry.paintTime);
      });
      // Before the frame that what has changed is in.
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

/** Waits until a page has nothing under way. */
export async function rest(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => document.querySelector('main [aria-busy="true"], main [data-old]') === null,
  );
  await page.evaluate(() => new Promise<unknown>((resolve) => requestIdleCallback(resolve)));
}
