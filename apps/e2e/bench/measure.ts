import type { Browser, Page } from '@playwright/test';

export type Conditions = {
  /** Round trip, ms. */
  latency: number;
  /** Bytes a second. */
  down: number;
  up: number;
  /** Slowdown factor of the processor. */
  cpu: number;
};

/** A phone on a slow mobile network, with the values of Lighthouse. */
export const SLOW_4G: Conditions = { latency: 150, down: 204_800, up: 96_000, cpu: 4 };

export type PageLoad = {
  /** Largest contentful paint, ms. */
  lcp: number;
  requests: number;
  /** Transferred bytes without headers. */
  bytes: number;
};

/** Loads an address with an empty cache and measures it when the network is idle. */
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

/** Throttles a page. Returns a function that counts requests and bytes from that moment. */
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
