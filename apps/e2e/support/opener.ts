import { expect, type Page } from '@playwright/test';
import type { FilledPage } from './filled-pages.ts';

/** Opens pages, waits for all of their data, and notes what goes wrong with what they ask of the server. */
export function opener(page: Page) {
  const [asked, refused] = [new Set<object>(), [] as string[]];
  page.on('request', (request) => asked.add(request));
  page.on('requestfailed', (request) => asked.delete(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  /** Until nothing more is on its way. */
  async function settled(what: string) {
    await expect(
      page.locator('.mantine-Skeleton-root[data-visible], .mantine-Loader-root'),
      what,
    ).toHaveCount(0);
    await expect.poll(() => asked.size, { message: what, intervals: [50] }).toBe(0);
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
