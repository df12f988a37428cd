import { expect } from '../fixtures.ts';
import { test } from '../support/demo.ts';
import { csvRows, xlsxCount } from '../support/downloads.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';

/** A count, or an amount in kopecks. */
const figureIn = (text = '') => Number(text.replace(/[^\d-]/g, ''));

test('each figure of the home page equals the total of the list it links to and of its exports', async ({
  page,
  context,
  server,
}) => {
  await signInContext(context, server.url, organization);
  for (const label of ['Лиды', 'Подтверждено', 'Сделки', 'Вознаграждения']) {
    await page.goto('/');
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
});
