import type { Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { expect, test } from '../fixtures.ts';
import { apiAs } from '../support/api.ts';
import { type InvitedCard, joinAs } from '../support/invitations.ts';
import { organization, partner } from '../support/people.ts';
import { shell, toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

/** Fills in the requirements of a program and creates the card of the demo partner, who accepts the invitation. */
async function prepareOrganization(server: TestServer) {
  const call = await apiAs(server, organization);
  await call('PATCH', 'organization/', { name: 'Окна', privacy_policy_url: 'https://example.ru/privacy' });
  const { phone, last_name, first_name } = partner;
  const { invitation } = await call<InvitedCard>('POST', 'partners/', { phone, last_name, first_name });
  await joinAs(server, invitation, partner);
}

/** Creates «Окна со скидкой», which any partner may join, by the form and activates it. */
async function createProgram(page: Page) {
  await page.goto('/referral/program');
  await expect(page.getByRole('heading', { name: 'Программ пока нет' })).toBeVisible();
  await page.getByRole('link', { name: 'Создать программу' }).click();
  await page.getByLabel(/^Название/).fill('Окна со скидкой');
  await page.getByRole('textbox', { name: 'Сумма' }).fill('500');
  await page.getByText('Сразу', { exact: true }).click();
  await page.getByLabel('Заголовок', { exact: true }).fill('Окна за один день');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Окна со скидкой' })).toBeVisible();
  await page.getByRole('button', { name: 'Включить' }).click();
  await expect(toast(page, 'Программа включена')).toBeVisible();
}

test('an organization adds a partner to a program and gets a link to its public page', async ({
  page,
  context,
  server,
}) => {
  await prepareOrganization(server);
  await signInContext(context, server.url, organization);
  await createProgram(page);
  await page.getByRole('tab', { name: /Партнеры/ }).click();
  await page.getByRole('combobox', { name: 'Добавить партнера' }).fill('Смирнов');
  await page.getByRole('option', { name: /Смирнов/ }).click();
  await page.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Партнеры' })).toContainText('Участвует');

  await page.getByRole('tab', { name: 'Ссылки' }).click();
  const address = page.getByText(/^\/ref\//);
  await expect(address).toBeVisible();
  const visit = await context.newPage();
  await visit.goto((await address.textContent()) ?? '');
  await expect(visit.getByRole('heading', { name: 'Окна за один день' })).toBeVisible();

  await shell(page).item('Реферальные программы').click();
  await expect(page.getByRole('row', { name: /Окна со скидкой/ })).toContainText(
    '500,00 ₽ за подтвержденный лид',
  );
});

test('a partner joins a program, gets a link and a QR code, and leaves', async ({
  page,
  context,
  browser,
  server,
}) => {
  await prepareOrganization(server);
  const staff = await browser.newContext({ baseURL: server.url });
  await signInContext(staff, server.url, organization);
  await createProgram(await staff.newPage());
  await staff.close();

  await signInContext(context, server.url, partner);
  await page.goto('/referral/program');
  await page.getByRole('link', { name: /Окна со скидкой/ }).click();
  await page.getByRole('button', { name: 'Вступить' }).click();
  await expect(toast(page, 'Вы участвуете')).toBeVisible();
  await expect(page.getByText(/\/ref\/\w+/)).toBeVisible();
  await page.getByRole('button', { name: 'QR-код' }).click();
  await expect(page.getByRole('img', { name: /QR-код ссылки/ })).toBeVisible();

  await page.getByRole('button', { name: 'Выйти из программы' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Выйти' }).click();
  await expect(toast(page, 'Вы вышли из программы')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Вступить' })).toBeVisible();
});
