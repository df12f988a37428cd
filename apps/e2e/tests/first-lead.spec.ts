import type { TestServer } from '@referral-dashboard/api/testing';
import { expect, test } from '../fixtures.ts';
import { type InvitedCard, joinAs } from '../support/invitations.ts';
import { organization, partner } from '../support/people.ts';
import { createProgram } from '../support/programs.ts';
import { shell, toast } from '../support/screens.ts';
import { type StoredSession, signInContext } from '../support/session.ts';

/** A call of the API by somebody who is signed in. */
async function call<Answer>(
  server: TestServer,
  session: StoredSession,
  method: string,
  path: string,
  body: object,
): Promise<Answer> {
  const answer = await fetch(`${server.url}/api/referral/${path}`, {
    method,
    headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok, `${method} ${path} is answered ${answer.status}`).toBe(true);
  return (await answer.json()) as Answer;
}

/** An organization that has told its privacy policy, with Смирнов Алексей as its partner, and no program. */
async function emptyOrganization(server: TestServer, session: StoredSession) {
  await call(server, session, 'PATCH', 'organization/', {
    name: 'Окна',
    privacy_policy_url: 'https://example.ru/privacy',
  });
  const { phone, last_name, first_name } = partner;
  const card = { phone, last_name, first_name };
  const { invitation } = await call<InvitedCard>(server, session, 'POST', 'partners/', card);
  await joinAs(server, invitation, partner);
}

test('a new organization gets its first confirmed lead', async ({ page, context, browser, server }) => {
  const session = await signInContext(context, server.url, organization);
  await emptyOrganization(server, session);

  await createProgram(page);
  await page.getByRole('tab', { name: /Партнеры/ }).click();
  await page.getByRole('combobox', { name: 'Добавить партнера' }).fill('Смирнов');
  await page.getByRole('option', { name: /Смирнов/ }).click();
  await page.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Партнеры' })).toContainText('Участвует');

  await page.getByRole('tab', { name: 'Ссылки' }).click();
  const address = (await page.getByText(/^\/ref\//).textContent()) ?? '';
  const client = await browser.newContext({ javaScriptEnabled: false });
  const visit = await client.newPage();
  await visit.goto(server.url + address);
  await expect(visit.getByRole('heading', { name: 'Окна за один день' })).toBeVisible();
  await visit.getByRole('textbox', { name: 'Имя' }).fill('Мария Клиентова');
  await visit.getByRole('textbox', { name: 'Телефон' }).fill('+7 916 123-45-67');
  await visit.getByRole('checkbox').check();
  await visit.getByRole('button', { name: 'Оставить заявку' }).click();
  await expect(visit.getByText('Спасибо. Мы свяжемся с вами.')).toBeVisible();
  await client.close();

  await shell(page).item('Лиды').click();
  await page.getByRole('link', { name: /Мария Клиентова/ }).click();
  await page.getByRole('button', { name: 'Взять в работу' }).click();
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(page.getByRole('region', { name: 'История' })).toContainText('Подтвержден');

  await shell(page).item('Реферальные программы').click();
  const row = page.getByRole('row', { name: /Окна со скидкой/ });
  await expect(row).toContainText('500,00 ₽ за подтвержденный лид');
  await expect(row.getByRole('cell', { name: '500,00 ₽', exact: true })).toBeVisible();
});

test('a partner joins a program, gets a link and a QR code, and leaves', async ({
  page,
  context,
  browser,
  server,
}) => {
  const staff = await browser.newContext();
  await emptyOrganization(server, await signInContext(staff, server.url, organization));
  const office = await staff.newPage();
  await office.goto(server.url);
  await createProgram(office);
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
