import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findOverflows } from '../support/geometry.ts';
import { createLeads } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Tests create their own leads.
test.use({ serverOptions: {} });

test('a lead is found by its phone and opened by keyboard', { tag: '@story' }, async ({
  page,
  context,
  server,
}) => {
  const { leads } = await createLeads(server, 3);
  await signInContext(context, server.url, organization);
  await page.goto('/profile');
  const edited = page.getByLabel('Имя', { exact: true });
  await edited.focus();
  // The shortcut works inside a text field and in every keyboard layout.
  await page.keyboard.press('Control+KeyK');
  const dialog = page.getByRole('dialog', { name: 'Поиск по всему' });
  const field = dialog.getByRole('combobox', { name: 'Поиск по всему' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(edited).toBeFocused();

  await page.keyboard.press('Control+KeyK');
  await field.fill('8 916 100-00-02');
  const option = dialog.getByRole('option', { name: /^Клиент 2/ });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/leads\\?id=${leads[1]?.id}$`));
  await expect(page.getByRole('heading', { level: 2, name: 'Клиент 2' })).toBeVisible();
});

test('on a phone the search opens from the menu and reports a lost connection', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await createLeads(server, 1);
  await page.setViewportSize(viewports[360]);
  await signInContext(context, server.url, organization);
  await page.goto('/leads');
  await page.getByRole('button', { name: /меню/i }).first().click();
  await page.getByRole('button', { name: 'Найти' }).click();
  const dialog = page.getByRole('dialog', { name: 'Поиск по всему' });
  const field = dialog.getByRole('combobox', { name: 'Поиск по всему' });
  await expect(field).toBeFocused();
  await field.fill('клиент');
  await expect(dialog.getByRole('option', { name: /^Клиент 1/ })).toBeVisible();
  expect([...(await findOverflows(page)), ...(await findViolations(page))]).toEqual([]);
  await context.setOffline(true);
  await field.fill('клиентка');
  await expect(dialog.getByRole('alert')).toContainText('Поиск не ответил');
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Повторить' }).click();
  await expect(dialog.getByText('Ничего не нашлось')).toBeVisible();
});

test('«?» shows the keyboard shortcuts', async ({ page, context, server }) => {
  await signInContext(context, server.url, organization);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Shift+?');
  const dialog = page.getByRole('dialog', { name: 'Сочетания клавиш' });
  await expect(dialog.getByText('Перейти к поиску в списке')).toBeVisible();
  expect([...(await findOverflows(page)), ...(await findViolations(page))]).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
