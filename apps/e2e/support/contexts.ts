import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { viewports } from './views.ts';

/** Viewport and input of a phone. */
export const phone = { viewport: viewports[360], isMobile: true, hasTouch: true };

/** Opens a page for another user in a new context, by default on a desktop. */
export async function newPage(
  browser: Browser,
  { url }: TestServer,
  options: BrowserContextOptions = { viewport: viewports[1440] },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    ...options,
  });
  return context.newPage();
}
