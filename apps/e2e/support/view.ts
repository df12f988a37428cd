import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';

export type Visit = { page: Page; context: BrowserContext; server: TestServer };

/** A screen state to check. */
export type View = { name: string; open: (visit: Visit) => Promise<void> };

/** Resolves when the page shows its heading and has loaded its fonts. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}
