import type { Browser, Page } from '@playwright/test';

export type Conditions = {
  /** Round trip, ms. */
  latency: number;
  /** Bytes a second. */
  down: number;
  up: number;
  /** How many times slower the processor is. */
  cpu: number;
};

/** A phone on a slow mobile network, as Lighthouse has it. */
export const SLOW_4G: Conditions = { latency: 150, down: 204_800, up: 96_000, cpu: 4 };

export type PageLoad = {
  /** Largest contentful paint, ms. */
  lcp: number;
  requests: number;
  /** Bytes over the wire, headers left out. */
  bytes: number;
};

/** Loads an address in a browser that has seen nothing yet, and reads what it took once nothing is under way. */
export async function measureLoad(browser: Browser, url: string, conditions: Conditions): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const traffic = await throttle(page, conditions);
    await page.goto(url, { waitUntil: 'networkidle' });
    return { lcp: await largestPaint(page), ...traffic() };
  } finally {
    await context.close();
  }
}

/** Slows a page down. Returns a function that counts what has come since. */
export async function throttle(page: Page, { latency, down, up, cpu }: Conditions) {
  const devtools = await page.context().newCDPSession(page);
  const done = new Set<string>();
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    done.add(requestId);
    bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: down,
    uploadThroughput: up,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  return () => ({ requests: done.size, bytes });
}

const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe(
          {
            type: 'largest-contentful-paint',
            buffered: true,
          },
        );
      }),
  );

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted[middle] ?? Number.NaN;
};
