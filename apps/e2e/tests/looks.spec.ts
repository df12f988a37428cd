import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { opener } from '../support/opener.ts';
import { organization } from '../support/people.ts';
import { signedIn } from '../support/session.ts';
import { viewports } from '../support/views.ts';

test.beforeEach(({ context, server }) => signedIn(context, server.url, organization));

async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await opener(page).settled(address);
}

test.describe('on a phone', () => {
  test.use({ viewport: viewports[360], hasTouch: true, isMobile: true });

  for (const [address, list] of [
    ['/leads', 'Лиды'],
    ['/partners', 'Партнеры'],
    ['/payments', 'К выплате'],
    ['/payments?tab=payments', 'Выплаты'],
    ['/payments?tab=accruals', 'Выплаты'],
  ] as const)
    test(`the first screen of ${address} shows four rows`, async ({ page }) => {
      await open(page, address);
      const rows = page
        .getByRole('list', { name: list, exact: true })
        .getByRole('listitem')
        .filter({ has: page.getByRole('link') });
      await expect(rows.nth(3)).toBeVisible();
      const bar = await page.getByRole('navigation', { name: 'Главные разделы' }).boundingBox();
      const box = await rows.nth(3).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    });
});

test('the product’s name stands whole in the sidebar', { tag: '@long' }, async ({ page }) => {
  await open(page, '/profile');
  const name = page.getByText('Реферальный кабинет').filter({ visible: true });
  const cut = await name.evaluate((element) => [
    element.scrollWidth - element.clientWidth,
    element.scrollHeight - element.clientHeight,
  ]);
  expect(Math.max(...cut)).toBeLessThanOrEqual(1);
});

test('at 2560 px the home page takes the width there is', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await open(page, '/');
  const figures = await page.getByRole('region', { name: 'Показатели за период' }).boundingBox();
  expect(figures?.width).toBeGreaterThan(0.85 * (2560 - 256));
});

test('days under the chart stand at even distances', { tag: '@long' }, async ({ page }) => {
  await open(page, '/');
  const days = page.locator('.recharts-wrapper text').filter({ hasText: /^\d+\s[а-я]{3,}$/ });
  await expect(days.nth(2)).toBeVisible();
  const places = await days.evaluateAll((ticks) =>
    ticks.map((tick) => {
      const { x, width } = tick.getBoundingClientRect();
      return x + width / 2;
    }),
  );
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  // The first and the last are shifted so that they do not stick out.
  const inner = steps.slice(1, -1);
  expect(Math.max(...inner) - Math.min(...inner)).toBeLessThan(2);
});

test.describe('in the system’s own colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  const groundOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);

  for (const [what, address, chosen] of [
    ['section', '/payments', 'main nav a[aria-current]'],
    ['tab', '/leads', 'main nav a[aria-current]'],
    ['item of the menu', '/leads', 'nav a[aria-current="page"]'],
    ['segment', '/', '.mantine-SegmentedControl-label[data-active]'],
  ] as const)
    test(`the chosen ${what} is seen`, async ({ page }) => {
      await open(page, address);
      const highlight = await page.evaluate(() => {
        document.body.style.outlineColor = 'Highlight';
        return getComputedStyle(document.body).outlineColor;
      });
      expect(await groundOf(page, chosen)).toBe(highlight);
    });

  test('the bars of the funnel are seen', async ({ page }) => {
    await open(page, '/');
    const bars = page.getByRole('region', { name: 'Воронка' }).locator('[class*="bar"]');
    const grounds = await bars.evaluateAll((all) =>
      all.map((bar) => [bar, bar.parentElement].map((one) => one && getComputedStyle(one).backgroundColor)),
    );
    expect(grounds.length).toBeGreaterThan(2);
    for (const [bar, track] of grounds) expect(bar).not.toBe(track);
  });
});
