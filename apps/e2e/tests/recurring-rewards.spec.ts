import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { apiAs } from '../support/api.ts';
import { countClicks } from '../support/clicks.ts';
import { advanceDays } from '../support/clock.ts';
import { addPartner, randomPhone } from '../support/partners.ts';
import { shell } from '../support/screens.ts';
import { setUp } from '../support/set-up.ts';

// The test starts with an empty database and advances the server clock.
test.use({ serverOptions: {} });

const CLICKS = 60;

const button = (page: Page, name: string) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

/** Creates a program that pays 10 % of every payment for a year. */
async function createProgram(page: Page) {
  await link(page, 'Заполнить реквизиты').click();
  const requisites = page.getByRole('dialog');
  await requisites.getByLabel('Юридическое лицо').fill('ООО Уют');
  await requisites.getByLabel('Политика обработки персональных данных').fill('https://example.ru/privacy');
  await requisites.getByRole('button', { name: 'Сохранить' }).click();
  await link(page, 'Создать программу').click();
  await page.getByLabel(/^Название/).fill('Уборка по подписке');
  await page.getByRole('radio', { name: 'За сделку' }).check();
  await page.getByText('Процент от сделки').click();
  await page.getByLabel('Ставка').fill('10');
  await page.getByLabel('За что платим').selectOption({ label: 'За каждую оплату, 12 месяцев' });
  await page.getByLabel('Заголовок', { exact: true }).fill('Чистая квартира каждую неделю');
  await expect(page.getByText('10 % с каждой оплаты клиента в течение 12 месяцев')).toBeVisible();
  await button(page, 'Сохранить').click();
  await button(page, 'Включить').click();
  await expect(page.getByRole('region', { name: 'Следующий шаг' })).toBeVisible();
}

/** Creates a group with 15 % and moves a partner there. The other terms of the program need no input. */
async function createGoldenGroup(page: Page, partner: RegExp) {
  await shell(page).item('Реферальные программы').click();
  await link(page, /^Уборка по подписке/).click();
  await page.getByRole('tab', { name: /^Партнеры/ }).click();
  await button(page, 'Добавить группу').click();
  const group = page.getByRole('dialog');
  await group.getByLabel('Название').fill('Золотые');
  await group.getByLabel('Ставка').fill('15');
  await group.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('checkbox', { name: partner }).check();
  await button(page, 'Перевести в группу').click();
  const move = page.getByRole('dialog');
  await move.getByRole('combobox', { name: 'Группа' }).click();
  await page.getByRole('option', { name: 'Золотые' }).click();
  await move.getByRole('button', { name: 'Перевести' }).click();
  await expect(move).toHaveCount(0);
}

/** Enters a lead of a partner and closes it with a deal of 10 000 ₽. */
async function winLead(page: Page, partner: string, client: string, phone: string) {
  await shell(page).item('Лиды').click();
  await button(page, 'Добавить лид').first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Партнер' }).fill(partner);
  await page.getByRole('option', { name: partner }).click();
  await form.getByLabel('Имя').fill(client);
  await form.getByLabel('Телефон').fill(phone);
  await form.getByRole('button', { name: 'Добавить' }).click();
  await button(page, 'Взять в работу').click();
  await button(page, 'Подтвердить').click();
  await button(page, 'Закрыть сделкой').click();
  const deal = page.getByRole('dialog');
  await deal.getByLabel('Сумма сделки').fill('10000');
  await deal.getByRole('button', { name: 'Закрыть сделкой' }).click();
  await expect(deal).toHaveCount(0);
}

/** Enters a payment of 20 000 ₽ of a client. */
async function enterSale(page: Page, client: RegExp) {
  await link(page, client).click();
  await button(page, 'Добавить продажу').click();
  const sale = page.getByRole('dialog');
  await sale.getByLabel('Сумма').fill('20000');
  await sale.getByRole('button', { name: 'Добавить' }).click();
  await expect(sale).toHaveCount(0);
}

test('an owner sets up a share of every payment, a higher one for a group, and pays the first month', async ({
  page,
  context,
  server,
}) => {
  test.slow();
  await server.empty();
  server.setClock(new Date('2026-10-01T09:00:00+03:00'));
  await context.clock.setFixedTime(server.now());
  const clicks = await countClicks(context);
  const owner = { phone: randomPhone(), password: 'тихий омут полон 7' };
  await setUp(page, server, owner);
  clicks.clear();
  await createProgram(page);
  await addPartner(page, 'Серов', randomPhone(), /^Уборка по подписке/);
  await addPartner(page, 'Золотов', randomPhone(), /^Уборка по подписке/);
  await createGoldenGroup(page, /Золотов/);
  await winLead(page, 'Серов', 'Мария', '8 916 123-45-67');
  await winLead(page, 'Золотов', 'Ольга', '8 916 123-45-68');

  await advanceDays(20, server, context);
  await page.goto('/leads');
  await page.getByRole('radiogroup').getByText('Клиенты').click();
  await enterSale(page, /^Мария/);
  await enterSale(page, /^Ольга/);
  const panel = page.getByRole('complementary', { name: 'Подробности' });
  await expect(panel).toContainText('15 % с каждой оплаты клиента в течение 12 месяцев');
  await expect(panel).toContainText('2 продажи, вознаграждение 4 500,00 ₽');

  await advanceDays(15, server, context);
  const call = await apiAs(server, owner);
  const { results } = await call<{ results: { id: string }[] }>('GET', 'partners/');
  for (const { id } of results)
    await call('POST', `partners/${id}/payout-methods/`, {
      kind: 'sbp',
      phone: randomPhone(),
      bank: 'Т-Банк',
    });
  await advanceDays(2, server, context);
  await page.goto('/payments');
  const payable = (partner: string) => page.getByRole('listitem').filter({ hasText: partner });
  await expect(payable('Серов')).toContainText('3 000,00 ₽');
  await expect(payable('Золотов')).toContainText('4 500,00 ₽');
  await button(page, 'Реестр на всех').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сформировать реестр' }).click();
  for (const action of ['Утвердить', 'Отметить отправленным']) {
    await button(page, action).click();
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByRole('region', { name: 'Статус реестра' })).toContainText('Ждем банк');
  expect(clicks.clicks().length, clicks.clicks().join(' → ')).toBeLessThanOrEqual(CLICKS);
});
