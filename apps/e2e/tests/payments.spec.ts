import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/axe.ts';
import { findOverflows } from '../support/geometry.ts';
import { createPayablePartner } from '../support/payable-partners.ts';
import { organization } from '../support/people.ts';
import { toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Tests create their own payments.
test.use({ serverOptions: {} });

test('payments are formed, approved and marked as paid', { tag: '@story' }, async ({
  page,
  context,
  server,
}) => {
  await createPayablePartner(server, 'Верещагин');
  await createPayablePartner(server, 'Орлов', { kop: 350_050 });
  await createPayablePartner(server, 'Петров', { hasMethod: false });
  await signInContext(context, server.url, organization);
  await page.goto('/payments');
  await expect(page.getByRole('checkbox', { name: /Петров/ })).toBeDisabled();

  await page.getByRole('checkbox', { name: /всех на странице/ }).check();
  await expect(page.getByText(/^2\sпартнера ·\s5\s500,50\s₽$/)).toBeVisible();
  await page.getByRole('button', { name: 'Сформировать выплаты' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: /^Сформировать 2\s/ }).click();
  await expect(drawer.getByText(/^Готово: 2\sвыплаты на 5\s500,50\s₽$/)).toBeVisible();
  await drawer.getByRole('link', { name: 'Открыть черновики' }).click();

  await page.getByRole('link', { name: /Орлов/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Выплата В-/ })).toBeVisible();
  await page.getByRole('button', { name: 'Отправить к оплате' }).click();
  await expect(page.getByRole('region', { name: 'Реквизиты' }).getByText(/^СБП/)).toBeVisible();

  await page.getByRole('button', { name: 'Отметить выплаченной' }).click();
  await page.getByLabel('Номер перевода').fill('ПП-118');
  await page.getByRole('dialog').getByRole('button', { name: 'Отметить выплаченной' }).click();
  await expect(toast(page, 'Выплата выполнена')).toBeVisible();
  const steps = page.getByRole('list', { name: 'Путь выплаты' }).getByRole('listitem');
  await expect(steps.filter({ hasText: 'Выплачена' })).toHaveAttribute('aria-current', 'step');
  await page.reload();
  await expect(page.getByText('ПП-118', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'К выплатам' }).click();
  await expect(page.getByRole('link', { name: /^Черновики/ })).toHaveText('Черновики 1');
  await expect(page.getByRole('link', { name: /^Выплачены/ })).toHaveText('Выплачены 1');
});

test('a very long name and a sum of twelve digits fit the screen and pass axe', async ({
  page,
  context,
  server,
}) => {
  await createPayablePartner(server, 'Константинопольский-Заболоцкий', { kop: 99_999_999_999 });
  await createPayablePartner(server, 'Петров', { hasMethod: false });
  await signInContext(context, server.url, organization);
  for (const tab of ['', '?tab=payments', '?tab=accruals']) {
    await page.goto(`/payments${tab}`);
    for (const width of [360, 1440] as const) {
      await page.setViewportSize(viewports[width]);
      await expect(page.getByRole('link', { name: 'Начисления', exact: true })).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root[data-visible]')).toHaveCount(0);
      expect(
        [...(await findOverflows(page)), ...(await findViolations(page))],
        `${tab} at ${width} px`,
      ).toEqual([]);
    }
  }
});
