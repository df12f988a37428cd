import { expect, type Page } from '@playwright/test';
import type { FilledPage } from './filled-pages.ts';

/** Resolves when two frames have been painted and all that was to be drawn after them is. */
const drawn = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() =>
      setTimeout(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
    ),
  );

/**
 * Opens pages, waits for all of their data, and notes what goes wrong with what they ask of the server. Made before a page is
 * opened: it knows of no request that began earlier.
 */
export function opener(page: Page) {
  const [asked, refused] = [new Set<object>(), [] as string[]];
  const placeholders = page.locator(
    '[data-delayed], .mantine-Skeleton-root[data-visible], .mantine-Loader-root',
  );
  let begun = 0;
  page.on('request', (request) => {
    begun += 1;
    asked.add(request);
  });
  page.on('requestfailed', (request) => asked.delete(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  /** Until nothing more is on its way: what stands below the screen is drawn a frame later, and may ask for more. */
  async function settled(what: string) {
    const underWay = async () => {
      const before = begun;
      await page.evaluate(drawn);
      return begun - before + asked.size + (await placeholders.count());
    };
    await expect.poll(underWay, { message: what, intervals: [50] }).toBe(0);
    await page.evaluate(() => document.fonts.ready);
  }
  return {
    refused,
    settled,
    async open({ address, shows }: FilledPage) {
      asked.clear();
      await page.goto(address);
      await expect(page.getByText(shows).filter({ visible: true }).first(), address).toBeVisible();
      await settled(address);
    },
  };
}
