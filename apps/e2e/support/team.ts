import { expect, type Page } from '@playwright/test';
import { randomPhone } from './partners.ts';

/** Invites an employee on the team page. Returns the phone and the invitation link. */
export async function inviteEmployee(page: Page, lastName: string, position: string) {
  const phone = randomPhone();
  await page.getByRole('button', { name: 'Пригласить сотрудника' }).click();
  const form = page.getByRole('form', { name: 'Приглашение сотрудника' });
  await form.getByLabel('Телефон').fill(phone);
  await form.getByLabel('Фамилия').fill(lastName);
  await form.getByRole('radio', { name: position }).check();
  await form.getByRole('button', { name: 'Создать приглашение' }).click();
  const link = page.getByText(/\/invite\/[\w-]{43}/);
  await expect(link).toBeVisible();
  const address = (await link.textContent()) ?? '';
  await page.getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return { phone, link: address };
}
