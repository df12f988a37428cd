import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { records } from '../support/filled-pages.ts';
import { cutPlaceholder, cutTexts, isOneLine, linesOf, silentStrips } from '../support/geometry.ts';
import { opener } from '../support/opener.ts';
import { organization } from '../support/people.ts';
import { signedIn } from '../support/session.ts';
import { shown } from '../support/sweep.ts';
import { viewports } from '../support/views.ts';

test.beforeEach(({ context, server }) => signedIn(context, server.url, organization));

async function open(page: Page, address: string) {
  const { settled } = opener(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await settled(address);
}

test.describe('on a phone', () => {
  test.use({ viewport: viewports[360], hasTouch: true, isMobile: true });

  for (const [address, list] of shown([
    ['/leads', 'Лиды'],
    ['/partners', 'Партнеры'],
    ['/payments', 'К выплате'],
    ['/payments?tab=payments', 'Выплаты'],
    ['/payments?tab=accruals', 'Выплаты'],
  ] as const))
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

const toolsOf = (page: Page) =>
  page
    .getByRole('searchbox')
    .locator('xpath=ancestor::div[contains(@class, "tool")][1]')
    .locator('button, input, select');

test.describe('on a phone, in one row', () => {
  test.use({ viewport: viewports[360], hasTouch: true, isMobile: true });

  for (const address of shown(['/leads?view=board', '/payments', '/profile/journal']))
    test(`stand the tools of ${address}, with the words of the search whole`, async ({ page }) => {
      await open(page, address);
      expect(await isOneLine(toolsOf(page))).toBe(true);
      expect(await cutPlaceholder(page.getByRole('searchbox'))).toBe(0);
    });

  test('stand the signs of a link, of a phone and of a lead’s other steps', async ({ page, server }) => {
    const { card } = await records(server);
    await open(page, `/partners/${card.id}`);
    const link = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^QR-код/ }) });
    for (const one of await link.all()) expect(await isOneLine(one.getByRole('button'))).toBe(true);
    const phone = page.locator('span:has(> [href^="https://wa.me"])').first();
    expect(await isOneLine(phone.locator('a, button'))).toBe(true);

    await open(page, '/leads?status=qualified');
    await page.locator('[data-row-link]').first().click();
    const more = page.getByRole('dialog').getByRole('button', { name: 'Другие действия' });
    await expect(more).toBeVisible();
    expect(await isOneLine(more.locator('xpath=..').getByRole('button'))).toBe(true);
  });
});

test.describe('on a phone, past the edge', () => {
  test.use({ viewport: viewports[360], hasTouch: true, isMobile: true });

  test('go only strips with an arrow', async ({ page, server }) => {
    const { card, program } = await records(server);
    for (const address of shown([
      '/payments',
      '/payments?tab=receipts',
      '/profile/messages',
      '/profile/journal',
      `/partners/${card.id}`,
      `/referral/program/${program.id}?tab=links`,
    ])) {
      await open(page, address);
      expect(await silentStrips(page), address).toEqual([]);
    }
  });

  test('goes no phone, program or partner of a lead, and no name of a partner', async ({ page, server }) => {
    await open(page, '/leads');
    expect(await cutTexts(page.getByRole('list', { name: 'Лиды' }).getByRole('listitem'))).toEqual([]);
    const { card } = await records(server);
    await open(page, `/partners/${card.id}`);
    const name = page.getByRole('heading', { level: 1 });
    await expect(name).toBeInViewport({ ratio: 1 });
    expect(await cutTexts(name)).toEqual([]);
  });

  test('goes no account, address or reason', async ({ page }) => {
    await open(page, '/profile/organization');
    expect(await cutTexts(page.locator('dd'))).toEqual([]);
    await open(page, '/payments?due=blocked');
    const reasons = page.locator('main li a[data-passing]');
    await expect(reasons.first()).toBeVisible();
    expect(Math.max(...(await linesOf(reasons)))).toBeLessThanOrEqual(2);
  });
});

for (const width of [768, 1440] as const)
  test(`at ${width} px names of partners and leads stand whole`, async ({ page }) => {
    await page.setViewportSize(viewports[width]);
    for (const address of ['/leads', '/payments?tab=payments', '/payments?tab=accruals', '/partners']) {
      await open(page, address);
      await expect(page.locator('[data-row-link]').first()).toBeVisible();
      expect(await cutTexts(page.locator('[data-row-link] > :first-child')), address).toEqual([]);
    }
    await open(page, '/leads');
    await page.locator('[data-row-link]').first().click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    expect(await cutTexts(page.getByRole('heading', { level: 2 }))).toEqual([]);
  });

test('at 768 px what has no column is told in its row, and nothing is cut', async ({ page }) => {
  await page.setViewportSize(viewports[768]);
  for (const [address, told] of [
    ['/leads', /Л-\d+ · .+ · .+/],
    ['/payments?tab=accruals', /Н-\d+ · .*\d,\d\d\s₽/],
    ['/referral/program', /за подтвержденный лид/],
  ] as const) {
    await open(page, address);
    await expect(page.locator('[data-row-link]').filter({ hasText: told }).first()).toBeVisible();
    expect(await cutTexts(page.locator('tbody td')), address).toEqual([]);
  }
});

test('at 768 px three columns of the board are seen whole', async ({ page }) => {
  await page.setViewportSize(viewports[768]);
  await open(page, '/leads?view=board');
  const columns = page.getByRole('region', { name: 'Новый', exact: true }).locator('xpath=..');
  const edges = await columns.evaluate((element) => {
    const { right = 0 } = element.parentElement?.getBoundingClientRect() ?? {};
    return [...element.children].map((column) => column.getBoundingClientRect().right <= right);
  });
  expect(edges.slice(0, 3)).toEqual([true, true, true]);
});

test('the product’s name stands whole in the sidebar', async ({ page }) => {
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

test('days under the chart stand at even distances', async ({ page }) => {
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

  for (const [what, address, chosen] of shown([
    ['section', '/payments', 'main nav a[aria-current]'],
    ['tab', '/leads', 'main nav a[aria-current]'],
    ['item of the menu', '/leads', 'nav a[aria-current="page"]'],
    ['segment', '/', '.mantine-SegmentedControl-label[data-active]'],
  ] as const))
    test(`the chosen ${what} is seen`, async ({ page }) => {
      await open(page, address);
      const highlight = await page.evaluate(() => {
        document.body.style.outlineColor = 'Highlight';
        return getComputedStyle(document.body).outlineColor;
      });
      expect(await groundOf(page, chosen)).toBe(highlight);
    });

  test('the row that is open is seen', async ({ page }) => {
    await open(page, '/leads');
    await page.locator('[data-row-link]').nth(1).click();
    const row = page.locator('tr[data-open]');
    await expect(row).toBeVisible();
    expect(await row.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  });

  test('dialogs have an edge, and what is chosen in them is seen', async ({ page }) => {
    await open(page, '/payments?tab=accruals');
    await page.getByRole('button', { name: 'Бонус или поправка' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('2px');
    const grounds = await dialog
      .getByRole('radio')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(new Set(grounds).size).toBe(2);

    await open(page, '/profile/organization');
    await page.getByRole('button', { name: 'Добавить шаблон' }).click();
    const boxes = dialog.getByRole('checkbox');
    const groundOfBox = (isChecked: boolean) =>
      boxes
        .and(page.locator(isChecked ? ':checked' : ':not(:checked)'))
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await groundOfBox(true)).not.toBe(await groundOfBox(false));
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
