import { expect, type Page } from '@playwright/test';
import type { FilledPage } from './filled-pages.ts';

/** Resolves after two painted frames and the idle work scheduled after them. */
const rendered = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() =>
      setTimeout(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
    ),
  );

/**
 * Opens pages, waits until all their data is rendered, and collects failed responses. Create it before opening a page, because it
 * does not see earlier requests.
 */
export function opener(page: Page) {
  const pending = new Set<object>();
  const failedResponses: string[] = [];
  const placeholders = page.locator(
    '[data-delayed], .mantine-Skeleton-root[data-visible], .mantine-Loader-root',
  );
  let started = 0;
  page.on('request', (request) => {
    started += 1;
    pending.add(request);
  });
  page.on('requestfailed', (request) => pending.delete(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('response', (response) => {
    if (response.status() >= 400) failedResponses.push(`${response.status()} ${response.url()}`);
  });
  /** Resolves when no request is pending. Content below the screen renders a frame later and may send more requests. */
  async function settled(what: string) {
    const remaining = async () => {
      const before = started;
      await page.evaluate(rendered);
      return started - before + pending.size + (await placeholders.count());
    };
    await expect.poll(remaining, { message: what, intervals: [50] }).toBe(0);
    await page.evaluate(() => document.fonts.ready);
  }
  return {
    failedResponses,
    settled,
    async open({ address, shows }: FilledPage) {
      pending.clear();
      await page.goto(address);
      await expect(page.getByText(shows).filter({ visible: true }).first(), address).toBeVisible();
      await settled(address);
    },
  };
}
