import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Page } from '@playwright/test';

/** Holds requests to matching addresses until `release` is called. Releasing throws when no request was held. */
export async function hold(page: Page, url: string | RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let held = 0;
  await page.route(url, async (route) => {
    held += 1;
    await promise;
    await route.continue();
  });
  const release = () => {
    resolve();
    if (held === 0) throw new Error(`No request to ${url} was held.`);
  };
  return { release };
}

/** Limits the network of the page to a slow mobile connection: throughput in bytes per second and 400 ms of latency. */
export async function slowDown(page: Page, bytesPerSecond = 50_000) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** A free port, for a server whose address must be known before it starts. */
export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once('error', reject);
  probe.listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo;
    probe.close(() => resolve(port));
  });
  return promise;
}
