import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { csvRows, xlsxCount } from '../support/downloads.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';

/** A count, or an amount in kopecks. */
const figureIn = (text = '') => Number(text.replace(/[^\d-]/g, ''));

/** Follows each figure of a page to its list and compares it with the total of the list and of its exports. */
async function expectFiguresOfLists(page: Page, address: string) {
  for (const label of ['Лиды', 'Подтверждено', 'Сделки', 'Вознаграждения']) {
    await page.goto(address);
    const figure = page
      .getByRole('region', { name: 'Показатели за период' })
      .getByRole('link', { name: new RegExp(`^${label}`) });
    await expect(figure).toContainText(/[1-9]/);
    const value = figureIn((await figure.textContent())?.replace(label, ''));
    await figure.click();

    const range = page.getByText(/^[\d\s]+–[\d\s]+ из [\d\s]+$/);
    const total = figureIn((await range.textContent())?.split('из')[1]);
    const rows = await csvRows(page);
    expect([rows.length, await xlsxCount(page)], label).toEqual([total, total]);
    const isMoney = label === 'Вознаграждения';
    const summed = isMoney ? rows.reduce((sum, row) => sum + figureIn(row['Сумма, ₽']), 0) : rows.length;
    expect(summed, label).toBe(value);
  }
}

test('each figure of the home page equals the total of the list it links to and of its exports', async ({
  page,
  context,
  server,
}) => {
  await signInContext(context, server.url, organization);
  await expectFiguresOfLists(page, '/');
});

test('each figure of a program equals the total of the list it links to and of its exports', async ({
  page,
  context,
  server,
}) => {
  const { access_token } = await signInContext(context, server.url, organization);
  const response = await fetch(`${server.url}/api/referral/programs/`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { results } = (await response.json()) as { results: { id: string; figures: { leads: number } }[] };
  const [program] = results.toSorted((one, other) => other.figures.leads - one.figures.leads);
  await expectFiguresOfLists(page, `/referral/program/${program?.id}`);
});
