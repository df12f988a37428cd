import { expect, test } from '../fixtures.ts';
import { createLeads } from '../support/leads.ts';
import { organization } from '../support/people.ts';
import { signInContext } from '../support/session.ts';

const HEADERS = 'Имя;Телефон;Статус';
const file = (name: string, ...rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADERS, ...rows].join('\r\n')),
});

test.use({ serverOptions: {} });

test('leads of a file are checked, loaded, and found in the list; the same file again adds nothing', {
  tag: '@story',
}, async ({ page, context, server }) => {
  await createLeads(server, 1);
  await signInContext(context, server.url, organization);
  const leads = file(
    'Лиды.csv',
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
