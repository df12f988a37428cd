import type { BrowserContext } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { expect, test } from '../fixtures.ts';
import { acceptInvitation } from '../support/invitations.ts';
import { tabTo } from '../support/keyboard.ts';
import { enterLeads } from '../support/leads.ts';
import { addPartner, randomPhone } from '../support/partners.ts';
import { addColleague, organization } from '../support/people.ts';
import { createProgram } from '../support/programs.ts';
import { fillLead, leadForm, waitForApp } from '../support/referral-link.ts';
import { profileForm, shell, signIn, signInForm, toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';
import { viewports } from '../support/views.ts';
import { lostConnection } from '../support/watch.ts';

// Tests create their own money and leads, and one pauses its server.
test.use({ serverOptions: {} });

const PASSWORD = 'тихий омут 7';
const MONTH = 31 * 24 * 60 * 60;

/** So many days later, for the server and for a browser alike. */
async function later(days: number, server: TestServer, context: BrowserContext) {
  server.advance(days * 24 * 60 * 60);
  await context.clock.setFixedTime(server.now());
}

test('a new organization pays its first reward', { tag: '@story' }, async ({
  page,
  context,
  browser,
  server,
}) => {
  test.slow();
  await page.goto('/login');
  await signIn(page, organization);
  await shell(page).item('Профиль').click();
  await page.getByRole('link', { name: 'Организация' }).click();
  const facts = page.getByRole('region', { name: 'Реквизиты организации' });
  await facts.getByRole('button', { name: /^Изменить/ }).click();
  const requisites = page.getByRole('dialog');
  await requisites.getByLabel('Название').fill('Окна');
  await requisites.getByLabel('Политика обработки персональных данных').fill('https://example.ru/privacy');
  await requisites.getByRole('button', { name: 'Сохранить' }).click();
  await expect(facts).toContainText('https://example.ru/privacy');

  await createProgram(page, '1500');

  const phone = randomPhone();
  const invitation = await addPartner(page, 'Верещагин', phone, /^Окна со скидкой/);
  const theirs = await browser.newContext({ baseURL: server.url });
  await acceptInvitation(await theirs.newPage(), invitation, PASSWORD);
  await page.getByRole('link', { name: 'Открыть карточку' }).click();
  const card = page.url();
  const link = (await page.getByRole('link', { name: /\/ref\// }).getAttribute('href')) ?? '';

  const client = await browser.newContext({ baseURL: server.url, viewport: viewports[360] });
  const visit = await client.newPage();
  await visit.goto(link);
  await waitForApp(visit);
  await fillLead(visit);
  await leadForm(visit).submit.click();
  await expect(visit.getByText('Спасибо. Мы свяжемся с вами.')).toBeVisible();
  await client.close();

  await shell(page).item('Лиды').click();
  await page.getByRole('link', { name: /Мария/ }).click();
  await page.getByRole('button', { name: 'Взять в работу' }).click();
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(page.getByRole('region', { name: 'Вознаграждение' })).toContainText('На удержании');

  const due = page.getByRole('checkbox', { name: 'Выбрать: Верещагин' });
  await page.goto('/payments');
  await expect(page.getByRole('link', { name: /^На удержании.*₽/ })).toContainText(/1\s500,00\s₽/);
  await expect(due).toHaveCount(0);
  await later(14, server, context);
  await page.goto('/payments');
  await expect(page.getByRole('link', { name: 'Нет реквизитов' })).toBeVisible();
  await expect(due).toBeDisabled();

  await page.goto(card);
  const methods = page.getByRole('region', { name: 'Реквизиты' });
  await methods.getByRole('button', { name: 'Добавить' }).click();
  const method = page.getByRole('dialog');
  await method.getByRole('radio', { name: 'СБП' }).check();
  await method.getByLabel('Телефон').fill(phone);
  await method.getByLabel('Банк').fill('Т-Банк');
  await method.getByRole('button', { name: 'Добавить' }).click();
  await expect(methods).toContainText('Выплаты можно отправлять с');
  await page.goto('/payments');
  await expect(page.getByRole('link', { name: 'Реквизиты указаны меньше суток назад' })).toBeVisible();
  await expect(due).toBeDisabled();
  await later(1, server, context);
  await page.goto('/payments');
  await due.check();

  await page.getByRole('button', { name: 'Сформировать выплаты' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: /^Сформировать 1\s/ }).click();
  await expect(drawer.getByText(/^Готово: 1\sвыплата на 1\s500,00\s₽$/)).toBeVisible();
  await drawer.getByRole('link', { name: 'Открыть черновики' }).click();
  await page.getByRole('link', { name: /Верещагин/ }).click();
  await page.getByRole('button', { name: 'Отправить к оплате' }).click();
  await page.getByRole('button', { name: 'Отметить выплаченной' }).click();
  await page.getByLabel('Номер перевода').fill('ПП-1');
  await page.getByRole('dialog').getByRole('button', { name: 'Отметить выплаченной' }).click();
  await expect(toast(page, 'Выплата завершена')).toBeVisible();

  await theirs.clock.setFixedTime(server.now());
  const account = await theirs.newPage();
  await account.goto('/payments');
  await expect(account.getByRole('link', { name: /^Выплачено/ })).toContainText(/1\s500,00\s₽/);
  await account.getByRole('link', { name: 'Выписка' }).click();
  const lines = account.getByRole('table', { name: 'Выписка' });
  const balanceAt = (name: RegExp) => lines.getByRole('row', { name }).getByRole('cell').last();
  await expect(balanceAt(/Выплата В-/)).toHaveText(/^0,00\s₽$/);
  await expect(balanceAt(/Остаток на конец/)).toHaveText(/^0,00\s₽$/);
  await theirs.close();
});

test('a program draft survives the end of the session and is restored for the same user only', async ({
  page,
  context,
  server,
}) => {
  const colleague = await addColleague(server);
  await signInContext(context, server.url, organization);
  await page.goto('/referral/program/create');
  const name = page.getByLabel(/^Название/);
  const endSession = async () => {
    server.advance(MONTH);
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page).toHaveURL('/login');
  };
  await name.fill('Окна со скидкой');
  await endSession();
  await signIn(page, organization);
  await expect(page).toHaveURL('/referral/program/create');
  await expect(name).toHaveValue('Окна со скидкой');

  await endSession();
  await signIn(page, colleague);
  await expect(page).toHaveURL('/referral/program/create');
  await expect(name).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Окна со скидкой');
});

test('a list keeps its rows while the server is down and reloads when the server is back', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expect(lostConnection);
  const { enter } = await enterLeads(server, 2);
  await signInContext(context, server.url, organization);
  await page.clock.install();
  await page.goto('/leads');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await shell(page).item('Профиль').click();
  await expect(profileForm(page).lastName).toHaveValue('Иванова');

  await server.pause();
  await page.clock.fastForward(60_000);
  await shell(page).item('Лиды').click();
  const problem = page.getByRole('alert').filter({ hasText: 'Не удалось обновить список' });
  await expect(problem).toContainText('Загруженное раньше на месте');
  await expect(problem).toContainText('Нет связи с сервером');
  await expect(rows).toHaveCount(3);

  await server.resume();
  await enter(3);
  await problem.getByRole('button', { name: 'Повторить' }).click();
  await expect(rows).toHaveCount(4);
  await expect(problem).toBeHidden();
});

test('a user signs in and takes a lead into work by keyboard', async ({ page, server }) => {
  await enterLeads(server, 1);
  await page.goto('/login');
  const form = signInForm(page);
  await expect(form.heading).toBeVisible();
  await tabTo(page, form.phone);
  await page.keyboard.type('9000000001');
  await page.keyboard.press('Tab');
  await page.keyboard.type(organization.password);
  await page.keyboard.press('Enter');
  await expect(shell(page).topBar).toContainText('Иванова А. П.');

  await tabTo(page, shell(page).item('Лиды'));
  await page.keyboard.press('Enter');
  const lead = page.getByRole('link', { name: /Клиент 1/ });
  await expect(lead).toBeVisible();
  await tabTo(page, lead);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Подробности' });
  const take = panel.getByRole('button', { name: 'Взять в работу' });
  await expect(take).toBeEnabled();
  await tabTo(page, take);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Статус изменен')).toContainText('теперь «В работе»');

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(lead).toBeFocused();
});
