import { expect, type Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { findOverflows } from './geometry.ts';

/** Creates the organization «Уют» and its owner on the set-up page. */
export async function setUp(
  page: Page,
  server: TestServer,
  { phone, password }: { phone: string; password: string },
) {
  await page.goto((await server.offerSetup()) ?? '');
  await page.getByLabel('Название организации').fill('Уют');
  await page.getByLabel('ИНН').fill('7707083893');
  await page.getByLabel('Фамилия').fill('Иванова');
  await page.getByLabel('Имя', { exact: true }).fill('Анна');
  await page.getByLabel('Телефон').fill(phone);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  expect(await findOverflows(page)).toEqual([]);
  await page.getByRole('button', { name: 'Создать организацию' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible();
}
