import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { records } from '../support/filled-pages.ts';
import {
  countLines,
  findCutTexts,
  findScrollersWithoutArrows,
  isOneLine,
  measurePlaceholderOverflow,
} from '../support/geometry.ts';
import { opener } from '../support/opener.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { sample } from '../support/sweep.ts';
import { viewports } from '../support/views.ts';

test.beforeEach(({ context, server }) => signInContext(context, server.url, organization));

async function open(page: Page, address: string) {
  const { settled } = opener(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await settled(address);
}

test.describe('on a phone', () => {
  test.use({ viewport: viewports[360], hasTouch: true, isMobile: true });

  for (const [address, list] of sample([
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

test.describe('on a phone, tools', () => {
  test.use({ viewport: viewports[360], hasTouch: true, isMobile: true });

  for (const address of sample(['/leads?view=board', '/payments', '/profile/journal']))
    test(`the tools of ${address} are in one row and the search placeholder is not cut`, async ({ page }) => {
      await open(page, address);
      await expect.poll(() => isOneLine(toolsOf(page))).toBe(true);
      await expect.poll(() => measurePlaceholderOverflow(page.getByRole('searchbox'))).toBe(0);
    });

  test('icons of a link, of a phone and of the actions of a lead are in one row', async ({
    page,
    server,
  }) => {
    const { card } = await records(server);
    await open(page, `/partners/${card.id}`);
    const link = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^QR-код/ }) });
    for (const one of await link.all())
      await expect.poll(() => isOneLine(one.getByRole('button'))).toBe(true);
    const phone = page.locator('span:has(> [href^="https://wa.me"])').first();
    await expect.poll(() => isOneLine(phone.locator('a, button'))).toBe(true);

    await open(page, '/leads?status=qualified');
    await page.locator('[data-row-link]').first().click();
    const more = page.getByRole('dialog').getByRole('button', { name: 'Другие действия' });
    await expect(more).toBeVisible();
    await expect.poll(() => isOneLine(more.locator('xpath=..').getByRole('button'))).toBe(true);
  });
});

test.describe('on a phone, overflow', () => {
  test.use({ viewport: viewports[360], hasTouch: true, isMobile: true });

  test('horizontal scrollers show an arrow', async ({ page, server }) => {
    const { card, program } = await records(server);
    for (const address of sample([
      '/payments',
      '/payments?tab=receipts',
      '/profile/messages',
      '/profile/journal',
      `/partners/${card.id}`,
      `/referral/program/${program.id}?tab=links`,
    ])) {
      await open(page, address);
      await expect.poll(() => findScrollersWithoutArrows(page), address).toEqual([]);
    }
  });

  test('phone, program and partner of a lead and the name of a partner are not cut', async ({
    page,
    server,
  }) => {
    await open(page, '/leads');
    await expect
      .poll(() => findCutTexts(page.getByRole('list', { name: 'Лиды' }).getByRole('listitem')))
      .toEqual([]);
    const { card } = await records(server);
    await open(page, `/partners/${card.id}`);
    const name = page.getByRole('heading', { level: 1 });
    await expect(name).toBeInViewport({ ratio: 1 });
    await expect.poll(() => findCutTexts(name)).toEqual([]);
  });

  test('accounts, addresses and reasons are not cut', async ({ page }) => {
    await open(page, '/profile/organization');
    await expect.poll(() => findCutTexts(page.locator('dd'))).toEqual([]);
    await open(page, '/payments?due=blocked');
    const reasons = page.locator('main li a[data-passing]');
    await expect(reasons.first()).toBeVisible();
    await expect.poll(async () => Math.max(...(await countLines(reasons)))).toBeLessThanOrEqual(2);
  });
});

for (const width of [768, 1440] as const)
  test(`at ${width} px names of partners and leads are not cut`, async ({ page }) => {
    await page.setViewportSize(viewports[width]);
    for (const address of ['/leads', '/payments?tab=payments', '/payments?tab=accruals', '/partners']) {
      await open(page, address);
      await expect(page.locator('[data-row-link]').first()).toBeVisible();
      await expect
        .poll(() => findCutTexts(page.locator('[data-row-link] > :first-child')), address)
        .toEqual([]);
    }
    await open(page, '/leads');
    await page.locator('[data-row-link]').first().click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect.poll(() => findCutTexts(page.getByRole('heading', { level: 2 }))).toEqual([]);
  });

test('at 768 px rows show the values of hidden columns, and cut only names of programs and partners of leads', async ({
  page,
}) => {
  await page.setViewportSize(viewports[768]);
  for (const [address, text, cells] of [
    ['/leads', /Л-\d+ · .+ · .+/, 'tbody td:not(:nth-child(3))'],
    ['/payments?tab=accruals', /Н-\d+ · .*\d,\d\d\s₽/, 'tbody td'],
    ['/referral/program', /за подтвержденный лид/, 'tbody td'],
  ] as const) {
    await open(page, address);
    await expect(page.locator('[data-row-link]').filter({ hasText: text }).first()).toBeVisible();
    await expect.poll(() => findCutTexts(page.locator(cells)), address).toEqual([]);
  }
});

test('at 768 px three columns of the board are fully visible', async ({ page }) => {
  await page.setViewportSize(viewports[768]);
  await open(page, '/leads?view=board');
  const columns = page.getByRole('region', { name: 'Новый', exact: true }).locator('xpath=..');
  const edges = await columns.evaluate((element) => {
    const { right = 0 } = element.parentElement?.getBoundingClientRect() ?? {};
    return [...element.children].map((column) => column.getBoundingClientRect().right <= right);
  });
  expect(edges.slice(0, 3)).toEqual([true, true, true]);
});

test('the product name in the sidebar is not cut', async ({ page }) => {
  await open(page, '/profile');
  const name = page.getByText('Реферальный кабинет').filter({ visible: true });
  const cut = await name.evaluate((element) => [
    element.scrollWidth - element.clientWidth,
    element.scrollHeight - element.clientHeight,
  ]);
  expect(Math.max(...cut)).toBeLessThanOrEqual(1);
});

test('at 2560 px the home page uses the available width', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await open(page, '/');
  const figures = await page.getByRole('region', { name: 'Показатели за период' }).boundingBox();
  expect(figures?.width).toBeGreaterThan(0.85 * (2560 - 256));
});

test('days under the chart are evenly spaced', async ({ page }) => {
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
  // The first and the last label are shifted to stay inside the chart.
  const inner = steps.slice(1, -1);
  expect(Math.max(...inner) - Math.min(...inner)).toBeLessThan(2);
});

test.describe('with forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  const backgroundOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);

  for (const [what, address, chosen] of sample([
    ['section', '/payments', 'main nav a[aria-current]'],
    ['tab', '/leads', 'main nav a[aria-current]'],
    ['menu item', '/leads', 'nav a[aria-current="page"]'],
    ['segment', '/', '.mantine-SegmentedControl-label[data-active]'],
  ] as const))
    test(`the current ${what} is highlighted`, async ({ page }) => {
      await open(page, address);
      const highlight = await page.evaluate(() => {
        document.body.style.outlineColor = 'Highlight';
        return getComputedStyle(document.body).outlineColor;
      });
      await expect.poll(() => backgroundOf(page, chosen)).toBe(highlight);
    });

  test('the open row is outlined', async ({ page }) => {
    await open(page, '/leads');
    await page.locator('[data-row-link]').nth(1).click();
    const row = page.locator('tr[data-open]');
    await expect(row).toHaveCSS('outline-style', 'solid');
  });

  test('dialogs have a border, and selected controls differ from the others', async ({ page }) => {
    await open(page, '/payments?tab=accruals');
    await page.getByRole('button', { name: 'Бонус или поправка' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(dialog).toHaveCSS('border-top-width', '2px');
    const grounds = await dialog
      .getByRole('radio')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(new Set(grounds).size).toBe(2);

    await open(page, '/profile/organization');
    await page.getByRole('button', { name: 'Добавить шаблон' }).click();
    const boxes = dialog.getByRole('checkbox');
    const boxBackground = (isChecked: boolean) =>
      boxes
        .and(page.locator(isChecked ? ':checked' : ':not(:checked)'))
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await boxBackground(true)).not.toBe(await boxBackground(false));
  });

  test('the bars of the funnel differ from their tracks', async ({ page }) => {
    await open(page, '/');
    const bars = page.getByRole('region', { name: 'Воронка' }).locator('[class*="bar"]');
    const grounds = await bars.evaluateAll((all) =>
      all.map((bar) => [bar, bar.parentElement].map((one) => one && getComputedStyle(one).backgroundColor)),
    );
    expect(grounds.length).toBeGreaterThan(2);
    for (const [bar, track] of grounds) expect(bar).not.toBe(track);
  });
});
