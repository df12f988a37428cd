import { expect, type Page } from '@playwright/test';
import { toast } from './screens.ts';

/** Creates «Окна со скидкой», which any partner may join, by the form and activates it. `sum` is the reward for a lead in roubles. */
export async function createProgram(page: Page, sum = '500') {
  await page.goto('/referral/program');
  await expect(page.getByRole('heading', { name: 'Программ пока нет' })).toBeVisible();
  await page.getByRole('link', { name: 'Создать программу' }).click();
  await page.getByLabel(/^Название/).fill('Окна со скидкой');
  await page.getByRole('textbox', { name: 'Сумма' }).fill(sum);
  await page.getByText('Сразу', { exact: true }).click();
  await page.getByLabel('Заголовок', { exact: true }).fill('Окна за один день');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Окна со скидкой' })).toBeVisible();
  await page.getByRole('button', { name: 'Включить' }).click();
  await expect(toast(page, 'Программа включена')).toBeVisible();
}
