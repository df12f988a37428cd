import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export const randomPhone = () => `+7903${randomInt(1_000_000, 9_999_999)}`;

/**
 * Adds a partner with the form. Returns the invitation link.
 *
 * @param program Name of the only program, which the form selects.
 */
export async function addPartner(
  page: Page,
  lastName: string,
  phone: string,
  program?: RegExp,
): Promise<string> {
  await page.goto('/partners');
  await page.getByRole('link', { name: 'Добавить партнера' }).first().click();
  await page.getByRole('radio', { name: 'ИП', exact: true }).check();
  await page.getByLabel('Фамилия').fill(lastName);
  await page.getByLabel('Телефон').fill(phone);
  if (program) await expect(page.getByRole('combobox', { name: 'Программа' })).toHaveValue(program);
  await page.getByRole('button', { name: 'Добавить партнера' }).click();
  await expect(page.getByText('Ссылка показана один раз')).toBeVisible();
  return (await page.getByText(/\/invite\/[\w-]+$/).textContent()) ?? '';
}
