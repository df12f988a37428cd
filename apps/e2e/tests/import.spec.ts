import { expect, test } from '../fixtures.ts';
import { organizationApi } from '../support/api.ts';
import { createLeads } from '../support/leads.ts';
import { addPayoutMethod } from '../support/payable-partners.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';

/** A CSV file of a header and rows. */
const file = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

test.use({ serverOptions: {} });

test('leads of a file are checked, loaded, and found in the list; the same file again adds nothing', {
  tag: '@story',
}, async ({ page, context, server }) => {
  await createLeads(server, 1);
  await signInContext(context, server.url, organization);
  const leads = file(
    'Лиды.csv',
    'Имя;Телефон;Статус',
    'Зоя Файлова;8 (916) 555-01-02;Новый',
    'Лев Таблицын;9165550103;В работе',
    'Без телефона;доб. 5;Новый',
  );

  await page.goto('/leads');
  await page.getByRole('link', { name: 'Загрузить из файла' }).click();
  const load = async () => {
    await page.locator('input[type=file]').setInputFiles(leads);
    await expect(page.getByText('Лиды. Шаг 2 из 4: столбцы')).toBeVisible();
    await page.reload();
    await page.getByRole('combobox', { name: 'Программа для строк без программы' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Проверить файл' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Шаг 3 из 4: проверка')).toBeVisible();
    await server.runImports();
    await expect(page.getByRole('table', { name: 'Строки с ошибками' })).toContainText('№ 4');
  };
  await load();
  await expect(page.getByRole('region', { name: 'Шаг 3 из 4: проверка' })).toBeFocused();
  await page.getByRole('button', { name: /^Загрузить 2\s?строки/ }).click();
  await expect(page.getByText('Шаг 4 из 4: загрузка')).toBeVisible();
  await server.runImports();
  await expect(page.getByText('Файл загружен')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать строки с ошибками' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole('link', { name: 'Загрузить другой файл' }).click();
  await expect(page.getByRole('link', { name: 'Лиды.csv' })).toBeVisible();
  await load();
  await expect(page.getByText('Загружать нечего')).toBeVisible();

  await page.goto('/leads?search=Таблицын');
  await expect(page.getByRole('link', { name: 'Лев Таблицын' }).first()).toBeVisible();
});

test('opening balances of a file are loaded from the accruals and can be paid at once', {
  tag: '@story',
}, async ({ page, context, server }) => {
  const post = await organizationApi(server);
  const card = { kind: 'ip', phone: '+79165550201', last_name: 'Остатков', first_name: 'Олег' };
  const { id } = await post<{ id: string }>('partners/', card);
  await addPayoutMethod(server, id);
  await signInContext(context, server.url, organization);

  await page.goto('/payments?tab=accruals');
  await page.getByRole('link', { name: 'Загрузить остатки' }).click();
  await expect(page.getByRole('radio', { name: 'Остатки' })).toBeChecked();
  await page
    .locator('input[type=file]')
    .setInputFiles(
      file(
        'Остатки.csv',
        'Партнер;Сумма;На дату',
        '8 (916) 555-02-01;12 500,50;01.09.2025',
        '8 (916) 555-02-01;-300;02.09.2025',
      ),
    );
  await page.getByRole('button', { name: 'Проверить файл' }).click();
  await expect(page.getByText('Остатки. Шаг 3 из 4: проверка')).toBeVisible();
  await server.runImports();
  await expect(page.getByRole('table', { name: 'Строки с ошибками' })).toContainText(
    'Остаток должен быть больше нуля',
  );
  await page.getByRole('button', { name: /^Загрузить 1\s?строку/ }).click();
  await expect(page.getByText('Шаг 4 из 4: загрузка')).toBeVisible();
  await server.runImports();
  await expect(page.getByText('Файл загружен')).toBeVisible();

  await page.getByRole('link', { name: 'К начислениям' }).click();
  await expect(page.getByRole('table')).toContainText('Поправка: остаток на начало работы');
  await page.goto('/payments');
  await page.getByRole('checkbox', { name: /Остатков/ }).check();
  await page.getByRole('button', { name: 'Сформировать выплаты' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: /^Сформировать 1\s/ }).click();
  await expect(drawer.getByText(/^Готово: 1\sвыплата на 12\s500,50\s₽$/)).toBeVisible();
});
