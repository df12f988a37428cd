import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { expect, test } from '../fixtures.ts';
import { apiAs } from '../support/api.ts';
import { countClicks } from '../support/clicks.ts';
import { advanceDays } from '../support/clock.ts';
import { newPage, phone } from '../support/contexts.ts';
import { findOverflows } from '../support/geometry.ts';
import { acceptInvitation } from '../support/invitations.ts';
import { randomPhone } from '../support/partners.ts';
import { ACCOUNT, BANK, createPayees, INN } from '../support/payees.ts';
import { fillLead, leadForm, waitForApp } from '../support/referral-link.ts';
import { shell, toast } from '../support/screens.ts';
import { setUp } from '../support/set-up.ts';
import { buildStatement } from '../support/statements.ts';
import { inviteEmployee } from '../support/team.ts';

// The test starts with an empty database and advances the server clock.
test.use({ serverOptions: {} });

const CLICKS_TO_LEAD = 12;
const CLICKS_TO_PAYOUTS = 30;
const PASSWORD = 'тихий омут полон 7';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

/** Opens a page of another user with the clock set to the server time. */
async function openPage(browser: Browser, server: TestServer, options?: BrowserContextOptions) {
  const page = await newPage(browser, server, options);
  await page.context().clock.setFixedTime(server.now());
  return page;
}

/** Sends a lead from the public page on a phone. */
async function sendLead(browser: Browser, server: TestServer, address: string) {
  const page = await openPage(browser, server, phone);
  await page.goto(address);
  await waitForApp(page);
  await fillLead(page);
  await leadForm(page).submit.click();
  await expect(page.getByText('Спасибо. Мы свяжемся с вами.')).toBeVisible();
  await page.context().close();
}

type Payout = { accountant: Page; approver: Page; server: TestServer };
type Formed = { results: { number: string; kind: string; payments: number }[] };

/** Pays all partners from the home page: registries, approval, bank files, statement. */
async function payAll({ accountant, approver, server }: Payout) {
  const state = (page: Page) => page.getByRole('region', { name: 'Статус реестра' });
  const approve = async (page: Page) => {
    await button(page, 'Утвердить').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Утвердить' }).click();
  };
  await shell(accountant).item('Выплаты').click();
  await button(accountant, 'Реестр на всех').click();
  const response = accountant.waitForResponse(/\/registries\/$/);
  await accountant.getByRole('dialog').getByRole('button', { name: 'Сформировать реестр' }).click();
  const { results } = (await (await response).json()) as Formed;
  expect(results.map(({ kind, payments }) => [kind, payments])).toEqual([
    ['sbp', 10],
    ['bank_account', 30],
  ]);
  const numbers = results.map(({ number }) => new RegExp(`^${number}`));
  const [first = /^$/] = numbers;
  await link(accountant, first).click();
  await approve(accountant);
  await expect(accountant.getByRole('alert')).toContainText('Этот реестр сформировали вы');

  await shell(approver).item('Выплаты').click();
  await link(approver, 'Реестры').click();
  for (const number of numbers) {
    await link(approver, number).click();
    await approve(approver);
    await expect(state(approver)).toContainText('Утвержден');
    await link(approver, 'К реестрам').click();
  }

  await accountant.reload();
  for (const [index, format] of [/Excel/, /1С/].entries()) {
    if (index > 0) {
      await link(accountant, 'К реестрам').click();
      await link(accountant, numbers[index] ?? /^$/).click();
    }
    await button(accountant, 'Файл для банка').click();
    const download = accountant.waitForEvent('download');
    await accountant.getByRole('menuitem', { name: format }).click();
    expect((await download).suggestedFilename()).toMatch(/^Реестр Р-\d/);
    await button(accountant, 'Отметить отправленным').click();
    await accountant.getByRole('dialog').getByRole('button', { name: 'Отметить отправленным' }).click();
    await expect(state(accountant)).toContainText('Ждем банк');
  }
  const chooser = accountant.waitForEvent('filechooser');
  await button(accountant, 'Загрузить выписку').click();
  const file = {
    name: 'kl_to_1c.txt',
    mimeType: 'text/plain',
    buffer: await buildStatement(server, ACCOUNT),
  };
  await (await chooser).setFiles(file);
  await expect(accountant.getByRole('region', { name: 'Что в выписке' })).toContainText('40 документов');
  await button(accountant, /^Отметить 40/).click();
  await accountant.getByRole('dialog').getByRole('button', { name: 'Отметить' }).click();
  await expect(toast(accountant, 'Выплаты отмечены')).toBeVisible();
  const rows = await server.db.selectFrom('registries').select('status').execute();
  expect(rows.map(({ status }) => status)).toEqual(['closed', 'closed']);
}

test('a company works through its first month', async ({ page, context, browser, server }) => {
  test.slow();
  await server.empty();
  server.setClock(new Date('2026-10-01T09:00:00+03:00'));
  await context.clock.setFixedTime(server.now());
  const ownerClicks = await countClicks(context);
  const owner = { phone: randomPhone(), password: PASSWORD };
  await setUp(page, server, owner);

  const partner = await openPage(browser, server, phone);
  await test.step('the owner gets from the home page to a confirmed lead in 12 clicks', async () => {
    ownerClicks.clear();
    await link(page, 'Заполнить реквизиты').click();
    const requisites = page.getByRole('dialog');
    await requisites.getByLabel('Юридическое лицо').fill('ООО Уют');
    await requisites.getByLabel('Политика обработки персональных данных').fill('https://example.ru/privacy');
    await requisites.getByRole('button', { name: 'Сохранить' }).click();
    await link(page, 'Создать программу').click();
    await page.getByLabel(/^Название/).fill('Окна со скидкой');
    await page.getByRole('textbox', { name: 'Сумма' }).fill('1500');
    await page.getByLabel('Заголовок', { exact: true }).fill('Окна за один день');
    await button(page, 'Сохранить').click();
    await button(page, 'Включить').click();
    const next = page.getByRole('region', { name: 'Следующий шаг' });
    await next.getByRole('link', { name: 'Добавить партнера' }).click();
    await page.getByRole('radio', { name: 'Самозанятый' }).check();
    await page.getByLabel('Фамилия').fill('Верещагин');
    await page.getByLabel('Телефон').fill(randomPhone());
    await page.getByLabel('ИНН').fill(INN);
    await expect(page.getByRole('combobox', { name: 'Программа' })).toHaveValue(/^Окна со скидкой/);
    await button(page, 'Добавить партнера').click();
    await expect(page.getByText('Ссылка показана один раз')).toBeVisible();
    const invitation = (await page.getByText(/\/invite\/[\w-]+$/).textContent()) ?? '';

    await acceptInvitation(partner, invitation, PASSWORD);
    const address = partner.getByText(/\/ref\/[\w-]+$/).first();
    await expect(address).toBeVisible();
    const [path = ''] = /\/ref\/[\w-]+/.exec((await address.textContent()) ?? '') ?? [];
    await sendLead(browser, server, path);

    await shell(page).item('Лиды').click();
    await link(page, /Мария/).click();
    await button(page, 'Взять в работу').click();
    await button(page, 'Подтвердить').click();
    await expect(page.getByRole('region', { name: 'История' })).toContainText('Подтвержден');
    await expect(page.getByRole('region', { name: 'Вознаграждение' })).toContainText('На удержании');
    const clicks = ownerClicks.clicks();
    expect(clicks.length, clicks.join(' → ')).toBeLessThanOrEqual(CLICKS_TO_LEAD);
  });

  const accountant = await openPage(browser, server);
  const accountantClicks = await countClicks(accountant.context());
  await test.step('the owner requires a second approver and invites an accountant, who enters the bank', async () => {
    await page.goto('/profile/team');
    await page.getByText('Утверждает не тот, кто сформировал').click();
    await expect(toast(page, 'Сохранено')).toContainText('Выплату утверждает не тот');
    await acceptInvitation(accountant, (await inviteEmployee(page, 'Белова', 'Бухгалтер')).link, PASSWORD);
    await accountant.goto('/profile/organization');
    await button(accountant, 'Изменить: Банк').click();
    const bank = accountant.getByRole('dialog');
    await bank.getByLabel('БИК').fill(BANK.bik);
    await bank.getByLabel('Название банка').fill(BANK.bank);
    await bank.getByLabel('Расчетный счет').fill(ACCOUNT);
    await bank.getByLabel('Корреспондентский счет').fill(BANK.corr_account);
    await bank.getByRole('button', { name: 'Сохранить' }).click();
    await expect(toast(accountant, 'Сохранено')).toBeVisible();
  });

  const contexts = [context, partner.context(), accountant.context()];
  await test.step('the hold passes, and forty partners have balances and payout methods', async () => {
    await advanceDays(14, server, ...contexts);
    await partner.goto('/profile');
    const methods = partner.getByRole('region', { name: 'Реквизиты' });
    await methods.getByRole('button', { name: 'Добавить' }).click();
    const method = partner.getByRole('dialog');
    await method.getByLabel('Телефон').fill(randomPhone());
    await method.getByLabel('Банк').fill('Т-Банк');
    await method.getByRole('button', { name: 'Добавить' }).click();
    await expect(methods).toContainText('Выплаты можно отправлять с');
    const call = await apiAs(server, owner);
    await call('PATCH', 'organization/', { withholds_tax: true });
    await createPayees(call, 39);
    await advanceDays(1, server, ...contexts);
  });

  await test.step('the accountant and the owner pay forty partners in 30 clicks', async () => {
    await accountant.goto('/');
    await page.goto('/');
    accountantClicks.clear();
    ownerClicks.clear();
    await payAll({ accountant, approver: page, server });
    const clicks = [...accountantClicks.clicks(), ...ownerClicks.clicks()];
    expect(clicks.length, clicks.join(' → ')).toBeLessThanOrEqual(CLICKS_TO_PAYOUTS);
  });

  await test.step('the partner sends a receipt, and the accountant sees it', async () => {
    await partner.goto('/');
    await link(partner, 'Отправить чек').click();
    const receipt = partner.getByLabel('Ссылка на чек или его номер');
    await receipt.fill(`https://lknpd.nalog.ru/api/v1/receipt/${INN}/20abcdef12/print`);
    await button(partner, 'Отправить чек').click();
    await expect(toast(partner, 'Чек получен')).toBeVisible();
    await accountant.goto('/payments?tab=receipts');
    await expect(link(accountant, /^Ожидаются/)).toHaveText('Ожидаются 10');
    await link(accountant, /^Получены/).click();
    await expect(accountant.getByRole('table')).toContainText('Верещагин');
  });

  await test.step('the accountant forms acts of the month, and the partner confirms his', async () => {
    await advanceDays(16, server, ...contexts);
    await accountant.goto('/payments?tab=acts');
    await button(accountant, 'Сформировать за месяц').click();
    await accountant
      .getByRole('dialog')
      .getByRole('button', { name: /^Сформировать 40.актов$/ })
      .click();
    await expect(toast(accountant, 'Сформировано: 40 актов')).toContainText('октябрь 2026');
    await partner.goto('/payments?tab=acts');
    await link(partner, /Уют/).first().click();
    await button(partner, 'Подтвердить').click();
    await expect(toast(partner, 'Акт подтвержден')).toBeVisible();
  });

  await test.step('the partner sees his money', async () => {
    await partner.goto('/payments');
    await expect(link(partner, /^Выплачено/)).toContainText(/1\s500,00\s₽/);
    await partner.goto('/payments?tab=statement&from=2026-10-01&to=2026-10-31');
    const lines = partner.getByRole('table', { name: 'Сверка с партнером' });
    const amount = (name: RegExp) => lines.getByRole('row', { name }).getByRole('cell').last();
    await expect(amount(/Выплата В-/)).toHaveText(/^.1\s500,00\s₽$/);
    await expect(amount(/Остаток на конец/)).toHaveText(/^0,00\s₽$/);
    expect(await findOverflows(partner)).toEqual([]);
  });
  await Promise.all([partner.context().close(), accountant.context().close()]);
});
