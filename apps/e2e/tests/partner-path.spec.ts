import { expect, test } from '../fixtures.ts';
import { organizationApi } from '../support/api.ts';
import { advanceDays, toMoscowDay } from '../support/clock.ts';
import { findOverflows } from '../support/geometry.ts';
import { addPayoutMethod } from '../support/payable-partners.ts';
import { partner } from '../support/people.ts';
import { fillLead, leadForm, publishLink, waitForApp } from '../support/referral-link.ts';
import { toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Partners mostly use a phone.
test.use({ viewport: viewports[360] });

test('a partner follows a lead from the link through a reward and a request to a paid payment', async ({
  page,
  context,
  browser,
  server,
}) => {
  const terms = {
    reward: { kind: 'fixed', fixed_kop: 150_000 },
    hold_days: 14,
  };
  const link = await publishLink(server, terms, partner.phone);
  await addPayoutMethod(server, link.partner.id);
  const start = server.now();
  await signInContext(context, server.url, partner);
  await page.goto('/');
  await expect(page.getByText(link.path)).toBeVisible();

  const client = await browser.newContext({ baseURL: server.url, viewport: viewports[360] });
  const visit = await client.newPage();
  await visit.goto(link.path);
  await waitForApp(visit);
  await fillLead(visit);
  await leadForm(visit).submit.click();
  await expect(visit.getByText('Отправить еще одну')).toBeVisible();
  await client.close();

  await page.goto('/leads');
  const lead = page.getByRole('link', { name: /Мария/ });
  await expect(page.getByRole('main')).toContainText('Новый');
  await lead.click();
  await expect(page.getByText('+7 916 ***-**-67')).toBeVisible();

  const post = await organizationApi(server);
  const [brought] = await link.leads();
  await post(`leads/${brought?.id}/transition/`, { to: 'qualified', version: 1 });
  await page.goto('/payments');
  const balance = page.getByRole('region', { name: /^Баланс/ });
  const dates = balance.getByRole('list', { name: 'Когда деньги станут доступны' });
  await expect(dates.getByRole('listitem').last()).toHaveText(/^\d+\s[а-я]{3}(\s\d{4})?\+1\s500,00\s₽$/);
  const request = balance.getByRole('button', { name: 'Запросить выплату' });
  await expect(request).toBeDisabled();
  expect(await findOverflows(page)).toEqual([]);

  await advanceDays(14, server, context);
  await page.reload();
  await request.click();
  await expect(toast(page, 'Выплата запрошена')).toContainText(/1\s500,00\s₽/);
  await expect(balance.getByText(/Запрос В-\d+ на 1\s500,00\s₽/)).toBeVisible();
  await expect(request).toBeDisabled();

  const pay = await organizationApi(server);
  const { id } = await server.db.selectFrom('payments').select('id').executeTakeFirstOrThrow();
  await pay(`payments/${id}/accept/`, {});
  await pay(`payments/${id}/approve/`, { version: 2 });
  const transfer = { paid_on: toMoscowDay(server.now()), external_ref: 'ПП-7' };
  await pay(`payments/${id}/mark-paid/`, transfer, { 'idempotency-key': 'transfer-7' });

  await page.goto('/payments?tab=payments');
  await expect(page.getByRole('main')).toContainText('Выплачена');
  await page.goto(`/payments?payment=${id}`);
  await expect(page.getByText('ПП-7')).toBeVisible();
  await page.goto(`/payments?tab=statement&from=${toMoscowDay(start)}&to=${toMoscowDay(server.now())}`);
  const rows = page.getByRole('table', { name: 'Сверка с партнером' }).getByRole('row');
  await expect(rows.getByRole('cell').filter({ hasText: /₽$/, visible: true })).toHaveText([
    /^0,00\s₽$/,
    /^1\s500,00\s₽$/,
    /^.1\s500,00\s₽$/,
    /^0,00\s₽$/,
  ]);
  await expect(rows.nth(2)).toContainText('Вознаграждение');
  await expect(rows.nth(3)).toContainText('Выплата В-');
  await page.goto('/');
  await expect(page.getByRole('main')).not.toContainText('уже в выплате');
});
