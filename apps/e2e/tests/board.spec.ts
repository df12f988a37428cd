import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findOverflows, findScrollersWithoutArrows } from '../support/geometry.ts';
import { copyLatestLead, createLeads } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Tests create their own leads.
test.use({ serverOptions: {} });

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Scrolls a column by a number of its heights at a time until it contains a text. Returns the maximum number of rendered cards. */
const scrollTo = (within: Locator, text: string, heights = 1.5) =>
  within.evaluate(
    async (section, { text, heights }) => {
      const scroller = section.querySelector('ul')?.parentElement ?? section;
      let most = 0;
      while (!section.textContent?.includes(text)) {
        // Scrolling over placeholders would miss the text.
        if (!section.querySelector('li[aria-hidden]')) scroller.scrollTop += heights * scroller.clientHeight;
        await new Promise(requestAnimationFrame);
        most = Math.max(most, section.querySelectorAll('li').length);
      }
      return most;
    },
    { text, heights },
  );

test('a column of 2,000 cards renders only the visible ones, and its last card can be moved', async ({
  page,
  context,
  server,
}) => {
  await createLeads(server, 1);
  await copyLatestLead(server, 1999);
  await signInContext(context, server.url, organization);
  await page.goto('/leads?view=board');
  const fresh = column(page, 'Новый');
  await expect(fresh.getByRole('link', { name: 'Клиент 1', exact: true })).toBeVisible();
  await expect(fresh.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '2000');
  expect(await scrollTo(fresh, 'Клиент 2000', 8)).toBeLessThanOrEqual(60);

  const last = fresh.getByRole('listitem').filter({ hasText: 'Клиент 2000' });
  await expect(last).toHaveAttribute('aria-posinset', '2000');
  expect([...(await findOverflows(page)), ...(await findViolations(page))]).toEqual([]);
  // Neither the column header nor the page scrolls.
  await expect(fresh.getByText('2 000')).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0);

  // Closing the panel returns the focus to the card.
  await last.getByRole('link').press('Enter');
  await expect(page.getByRole('complementary', { name: 'Подробности' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(last.getByRole('link')).toBeFocused();

  await last.getByRole('button', { name: /^Переместить: / }).press('Enter');
  await page.getByRole('menuitem', { name: 'В работе' }).press('Enter');
  await expect(column(page, 'В работе').getByRole('link', { name: 'Клиент 2000' })).toBeVisible();
  await expect(fresh.getByText('1 999')).toBeVisible();
  const next = fresh.getByRole('listitem').last();
  await expect(next).toHaveAttribute('aria-setsize', '1999');
  await expect(next.getByRole('link')).toBeFocused();
});

test('a card far down a column can be dragged to another column', { tag: '@story' }, async ({
  page,
  context,
  server,
}) => {
  await createLeads(server, 1);
  await copyLatestLead(server, 199);
  await signInContext(context, server.url, organization);
  await page.goto('/leads?view=board');
  const fresh = column(page, 'Новый');
  await expect(fresh.getByRole('link', { name: 'Клиент 1', exact: true })).toBeVisible();
  await scrollTo(fresh, 'Клиент 150');
  await fresh.getByRole('link', { name: 'Клиент 150' }).hover();
  await page.mouse.down();
  const { x, y } = (await column(page, 'В работе').boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 20, y + 60, { steps: 5 });
  await page.mouse.move(x + 24, y + 70, { steps: 5 });
  await page.mouse.up();
  await expect(toast(page, 'Статус изменен')).toContainText('Л-150 теперь «В работе»');
  await expect(column(page, 'В работе').getByRole('link', { name: 'Клиент 150' })).toBeVisible();
  // The column keeps its scroll position.
  await expect(fresh.getByRole('link', { name: 'Клиент 151' })).toBeInViewport();
});

test('at 768 px an arrow at the edge of the board scrolls to its last column', async ({
  page,
  context,
  server,
}) => {
  await createLeads(server, 1);
  await page.setViewportSize(viewports[768]);
  await signInContext(context, server.url, organization);
  await page.goto('/leads?view=board');
  await expect(column(page, 'Новый').getByRole('link', { name: 'Клиент 1' })).toBeVisible();
  await expect.poll(() => findScrollersWithoutArrows(page)).toEqual([]);
  const board = page.locator('.mantine-Scroller-root', { has: page.getByRole('region') });
  const forward = board.getByRole('button', { name: 'Прокрутить вправо' });
  await expect(forward).not.toHaveAttribute('data-hidden');
  await expect(async () => {
    await forward.click({ timeout: 1000 });
    await expect(forward).toHaveAttribute('data-hidden', { timeout: 1000 });
  }).toPass();
  await expect(column(page, 'Дубль')).toBeInViewport({ ratio: 1 });
  await expect(board.getByRole('button', { name: 'Прокрутить влево' })).not.toHaveAttribute('data-hidden');
});

test('on a phone a column shows its first cards and a link to the others that keeps the filters', async ({
  page,
  context,
  server,
}) => {
  await createLeads(server, 1);
  await copyLatestLead(server, 39);
  await page.setViewportSize(viewports[360]);
  await signInContext(context, server.url, organization);
  await page.goto('/leads?view=board&search=клиент');
  const fresh = column(page, 'Новый');
  await expect(fresh.getByRole('listitem')).toHaveCount(25);
  expect([...(await findOverflows(page)), ...(await findViolations(page))]).toEqual([]);
  await fresh.getByRole('link', { name: 'Еще 15 в таблице' }).click();
  await expect(page).toHaveURL(/\/leads\?search=.+&status=new$/);
  await expect(page.getByRole('link', { name: /Клиент 1$/ })).toBeVisible();
});
