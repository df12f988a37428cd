import { expect, test } from '../fixtures.ts';
import { createLeads } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';

// Tests create their own leads.
test.use({ serverOptions: {} });

test.describe('in print', () => {
  for (const width of [1440, 360] as const)
    test(`a list printed at ${width} px is a table of all columns with title and filters and without controls`, async ({
      page,
      context,
      server,
    }) => {
      await createLeads(server, 3);
      await page.setViewportSize(viewports[width]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await signInContext(context, server.url, organization);
      await page.goto('/leads?status=new&source=organization');
      await expect(page.getByRole('link', { name: /Клиент 3/ })).toBeVisible();
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const heads = page.getByRole('columnheader').filter({ visible: true });
      await expect(heads).toHaveText([
        ...['Лид', 'Программа', 'Партнер', 'Телефон', 'Статус', 'Вознаграждение', 'Сделка', 'Создан'],
      ]);
      await expect(heads.first().getByText('Лид')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Лиды' })).toBeVisible();
      await expect(page.getByText('Источник: Организация.')).toBeVisible();
      await expect(page.getByText(/Строк: 3 из 3\. Напечатано \d/)).toBeVisible();
      await expect(page.getByRole('cell', { name: '+7 916 100-00-03' })).toBeVisible();
      for (const control of ['button', 'searchbox', 'checkbox', 'navigation', 'banner'] as const)
        await expect(
          page.getByRole(control).filter({ visible: true, hasNotText: /^(Лид|Создан)$/ }),
          control,
        ).toHaveCount(0);
      const ink = () =>
        page.evaluate(() => {
          const cell = document.querySelector('td:nth-child(5)');
          const colours = [cell, document.querySelector('h1')].map(
            (one) => one && getComputedStyle(one).color,
          );
          return [...colours, getComputedStyle(document.body).backgroundColor];
        });
      await expect.poll(ink).toEqual(['rgb(0, 0, 0)', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
      await expect(page.getByRole('table')).toBeVisible();
      expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(5_000);
    });

  test('a printed payment shows its accruals and its partner without controls', async ({
    page,
    context,
    server,
  }) => {
    const { post } = await createLeads(server, 0);
    const partner = await post<{ id: string }>('partners/', {
      kind: 'ip',
      phone: '+79165550199',
      last_name: 'Верещагин',
    });
    await post('accruals/', {
      partner: partner.id,
      kind: 'bonus',
      amount_kop: 200_000,
      explanation: 'За встречу',
    });
    const payment = await post<{ id: string; number: string }>(
      'payments/',
      { partner: partner.id },
      { 'idempotency-key': 'paper' },
    );
    await signInContext(context, server.url, organization);
    await page.goto(`/payments?payment=${payment.id}`);
    await expect(page.getByText('За встречу')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1, name: `Выплата ${payment.number}` })).toBeVisible();
    await expect(page.getByText('За встречу')).toBeVisible();
    await expect(page.getByText('Верещагин').first()).toBeVisible();
    for (const control of ['button', 'navigation', 'banner'] as const)
      await expect(page.getByRole(control).filter({ visible: true }), control).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'К выплатам' })).toBeHidden();
  });

  test('a printed month names the organization and the month and fits one page without controls', async ({
    page,
    context,
    server,
  }) => {
    await createLeads(server, 1);
    await signInContext(context, server.url, organization);
    const month = new Date().toISOString().slice(0, 7);
    await page.goto(`/summary?month=${month}`);
    await expect(page.getByText('Вознаграждение на сделку')).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('heading', { level: 1, name: 'Итоги месяца' })).toBeVisible();
    await expect(page.getByText(/Месяц: .+ \d{4}\. Напечатано \d/)).toBeVisible();
    for (const control of ['button', 'combobox', 'navigation', 'banner'] as const)
      await expect(page.getByRole(control).filter({ visible: true }), control).toHaveCount(0);
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });
});
