import { expect, test } from '../fixtures.ts';
import { createLeads } from '../support/leads.ts';
import { organization, partner } from '../support/people.ts';
import { signInContext } from '../support/session.ts';

test('figures of the home page equal the lists they link to', {
  tag: ['@story', '@spec/2.route.home'],
}, async ({ page, context, server }) => {
  const { leads, post } = await createLeads(server, 4);
  for (const { id } of leads.slice(0, 2))
    await post(`leads/${id}/transition/`, { to: 'qualified', version: 1 });
  await signInContext(context, server.url, organization);
  for (const [label, count] of [
    ['Лиды', 4],
    ['Подтверждено', 2],
  ] as const) {
    await page.goto('/');
    await page.getByRole('link', { name: new RegExp(`^${label} ?${count}$`) }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Лиды' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Клиент \d/ })).toHaveCount(count);
  }
  await page.goto('/');
  await expect(page.getByText('2 новых лида, самый давний ждет')).toBeVisible();
  await page.getByRole('link', { name: 'Разобрать' }).click();
  await expect(page.getByRole('link', { name: /Клиент \d/ })).toHaveCount(2);
});

test('the chart and its table show the same leads', async ({ page, context, server }) => {
  await createLeads(server, 3);
  await signInContext(context, server.url, organization);
  await page.goto('/');
  await expect(page.getByRole('img', { name: /^Лиды: график/ }).locator('svg')).toBeVisible();
  await page.getByText('Таблица', { exact: true }).click();
  const rows = page.getByRole('table', { name: 'Лиды', exact: true }).getByRole('row');
  await expect(rows.last()).toContainText('3');
  await expect(page).toHaveURL(/view=table/);
});

test('a press on a day of the chart, or Enter on its row of the table, narrows home to the day', async ({
  page,
  context,
  server,
}) => {
  await createLeads(server, 3);
  await signInContext(context, server.url, organization);
  await page.goto('/');
  const plot = page.getByRole('img', { name: /^Лиды: график/ }).locator('svg .recharts-cartesian-grid');
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  await page.mouse.move(x + width - 2, y + height / 2);
  await expect(page.getByText('Нажмите, чтобы показать только этот день')).toBeVisible();
  await page.mouse.click(x + width - 2, y + height / 2);
  const isOneDay = (url: URL) =>
    url.searchParams.has('from') && url.searchParams.get('from') === url.searchParams.get('to');
  await expect(page).toHaveURL(isOneDay);
  const today = new URL(page.url()).searchParams.get('from');
  await expect(page.getByRole('link', { name: /^Лиды ?3$/ })).toBeVisible();

  await page.goBack();
  await expect(page).not.toHaveURL(isOneDay);
  await page.getByRole('radio', { name: 'Таблица' }).focus();
  await page.keyboard.press('Space');
  const days = page.getByRole('table', { name: 'Лиды', exact: true }).getByRole('link');
  await days.last().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(isOneDay);
  expect(new URL(page.url()).searchParams.get('from')).toBe(today);
});

test('a new organization sees its next steps', async ({ page, context, server }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/');
  const steps = page.getByRole('region', { name: 'Первые шаги' });
  await expect(steps.getByText('0 из 7')).toBeVisible();
  await expect(steps.getByRole('link', { name: 'Заполнить реквизиты' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Показатели за период' })).toHaveCount(0);

  await server.db
    .updateTable('organizations')
    .set({
      legal_name: 'ООО «Окна Плюс»',
      inn: '7707083893',
      privacy_policy_url: 'https://example.ru/privacy',
    })
    .execute();
  await page.reload();
  await expect(steps.getByText('2 из 7')).toBeVisible();
  await steps.getByRole('link', { name: 'Создать программу' }).click();
  await expect(page).toHaveURL('/referral/program/create');

  await createLeads(server, 1);
  await page.goto('/');
  await expect(steps.getByRole('link', { name: 'Добавить партнера' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Показатели за период' })).toBeVisible();
});

test('a partner without an organization sees an explanation', async ({ page, context, server }) => {
  await signInContext(context, server.url, partner);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Вас пока не добавила ни одна организация' })).toBeVisible();
});
