import { expect, test } from '../fixtures.ts';
import { tabTo } from '../support/keyboard.ts';
import { createLeads } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

// The test creates its own leads.
test.use({ serverOptions: {} });

test('a lead is found, moved to a deal and closed by keyboard, and every step sets the focus', async ({
  page,
  context,
  server,
}) => {
  await createLeads(server, 3);
  await signInContext(context, server.url, organization);
  await page.goto('/leads');
  const row = page.getByRole('link', { name: /Клиент 2/ });
  await expect(row).toBeVisible();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('Клиент 2');
  await expect(page.getByRole('link', { name: /Клиент 3/ })).toHaveCount(0);
  await tabTo(page, row);
  await page.keyboard.press('Enter');

  const panel = page.getByRole('complementary', { name: 'Подробности' });
  const step = (name: string) => panel.getByRole('button', { name, exact: true });
  await expect(step('Взять в работу')).toBeVisible();
  await tabTo(page, step('Взять в работу'));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Статус изменен')).toContainText('теперь «В работе»');
  // The next button receives the focus, so pressing Enter again confirms it.
  await expect(step('Подтвердить')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(step('Закрыть сделкой')).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const sum = dialog.getByLabel('Сумма сделки');
  await expect(sum).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(step('Закрыть сделкой')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(sum).toBeFocused();
  await page.keyboard.type('120000');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByText('Сделка', { exact: true }).first()).toBeVisible();
  // The button no longer exists, so the page receives the focus.
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row).toBeFocused();
});
