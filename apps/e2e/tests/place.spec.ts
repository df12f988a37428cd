import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

const places = [
  { address: '/partners', foot: 'nav[aria-label="Страницы"]', away: '/leads' },
  { address: '/leads', foot: 'nav[aria-label="Страницы"]', away: '/' },
  { address: '/', foot: 'table[aria-label="Лучшие партнеры"] a', away: '/leads' },
];

for (const width of [360, 1440] as const)
  for (const { address, foot, away } of places)
    test(`going back to ${address} at ${width} px restores the scroll position`, async ({
      page,
      context,
      server,
    }) => {
      const follow = async (to: string) => {
        await page.locator(`nav a[href="${to}"]`).first().click();
        await expect(page).toHaveURL(to);
        await expect(page.locator('main h1')).toBeFocused();
      };
      const place = () => page.evaluate(() => scrollY);
      await page.setViewportSize(viewports[width]);
      await signInContext(context, server.url, organization);
      await page.goto(away);
      await follow(address);
      await page.locator(foot).last().scrollIntoViewIfNeeded();
      const left = await place();
      expect(left).toBeGreaterThan(100);
      await follow(away);
      expect(await place(), 'the next page starts at the top').toBe(0);
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expect(page.locator('main h1')).toBeFocused();
      expect(await place()).toBe(left);
    });
