import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { opener } from '../support/opener.ts';
import { organization } from '../support/people.ts';
import { shell } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { sample } from '../support/sweep.ts';

const month = (page: Page) => page.getByRole('button', { name: '30 дней' }).first().click();
const kind = (page: Page) => page.getByRole('dialog').getByRole('checkbox').first().click();

const lists = [
  { of: 'leads', address: '/leads', tab: /^Отклоненные/, filter: month, head: 'Лид', search: 'Л-' },
  { of: 'partners', address: '/partners', tab: /^Активные/, filter: kind, head: 'Партнер', search: 'ов' },
  {
    ...{ of: 'payments', address: '/payments?tab=payments', tab: /^Выплачены/ },
    ...{ filter: month, head: 'Сумма', search: 'В-' },
  },
  {
    ...{ of: 'accruals', address: '/payments?tab=accruals', tab: /^На удержании/ },
    ...{ filter: month, head: 'Сумма', search: 'Н-' },
  },
];

for (const { of, address, tab, filter, head, search } of sample(lists))
  test(`tab, filter, order and search of ${of} survive a reload, going back and opening by a colleague`, {
    tag: '@story',
  }, async ({ page, context, server, browser }) => {
    await signInContext(context, server.url, organization);
    /** The rows in display order. */
    const rowsOf = async (where: Page, ready: ReturnType<typeof opener>) => {
      await expect(where.getByRole('searchbox')).toHaveValue(search);
      await expect(where.locator('[data-row-link]').first()).toBeVisible();
      await ready.settled(of);
      return where
        .locator('[data-row-link]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('data-row-link')));
    };
    const here = opener(page);
    await page.goto(address);
    await page.getByRole('link', { name: tab }).last().click();
    await expect(page).toHaveURL(/status=/);
    await page.getByRole('columnheader', { name: head }).getByRole('button').click();
    await expect(page).toHaveURL(/ordering=/);
    await page.getByRole('searchbox').fill(search);
    await expect(page).toHaveURL(/search=/);
    await page.getByRole('button', { name: 'Фильтры' }).click();
    await filter(page);
    await expect(page.getByRole('button', { name: /^Убрать фильтр/ })).toHaveCount(1);
    const sent = page.url();
    const rows = await rowsOf(page, here);

    await page.reload();
    expect(await rowsOf(page, here), 'after a reload').toEqual(rows);
    await shell(page).item('Профиль').click();
    await expect(page).toHaveURL('/profile');
    await page.goBack();
    await expect(page).toHaveURL(sent);
    expect(await rowsOf(page, here), 'after going back').toEqual(rows);

    const colleague = await browser.newContext({ baseURL: server.url });
    await signInContext(colleague, server.url, organization);
    const theirs = await colleague.newPage();
    const there = opener(theirs);
    await theirs.goto(sent);
    expect(await rowsOf(theirs, there), 'for a colleague').toEqual(rows);
    await colleague.close();
  });
