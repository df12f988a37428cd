import type { Locator, Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { expect, test } from '../fixtures.ts';
import { organizationApi } from '../support/leads.ts';
import { randomPhone } from '../support/partners.ts';
import { organization } from '../support/people.ts';
import { toast } from '../support/screens.ts';
import { signInContext } from '../support/session.ts';

// Forty partners of its own.
test.use({ serverOptions: {} });

type Formed = { results: { number: string; kind: string; payments: number }[] };

const MOST = 16;
const DAY_MS = 86_400_000;
const OWN = '40702810938000000001';
const BANK = { bank: 'ПАО Сбербанк', bik: '044525225', corr_account: '30101810400000000225' };
const KINDS = [
  {
    card: { kind: 'ip', inn: '500100732259' },
    method: { kind: 'sbp', phone: '+79161234567', bank: 'Т-Банк' },
  },
  {
    card: { kind: 'self_employed', inn: '500100732259' },
    method: { kind: 'bank_account', account: OWN, ...BANK },
  },
  { card: { kind: 'ip', inn: '500100732259' }, method: { kind: 'bank_account', account: OWN, ...BANK } },
  {
    card: { kind: 'legal', inn: '7707083893', company_name: 'ООО Ромашка' },
    method: { kind: 'bank_account', account: OWN, kpp: '773601001', ...BANK },
  },
];

/** Forty payable partners of three kinds, in the order of their sums. */
async function enterForty(server: TestServer) {
  const post = await organizationApi(server);
  const forty = Array.from({ length: 10 }, () => KINDS).flat();
  for (const [index, { card, method }] of forty.entries()) {
    const { id } = await post<{ id: string }>('partners/', {
      phone: randomPhone(),
      last_name: `Партнеров ${index}`,
      first_name: 'Олег',
      ...card,
    });
    await post(`partners/${id}/payout-methods/`, method);
    const bonus = { partner: id, kind: 'bonus', amount_kop: 200_000 + index, explanation: 'За отзыв' };
    await post('accruals/', bonus);
  }
  await server.db
    .updateTable('payout_methods')
    .set({ default_since: new Date(Date.now() - 2 * DAY_MS) })
    .execute();
  await server.db
    .updateTable('organizations')
    .set({
      ...{ legal_name: 'ООО Окна', inn: '7707083893', bank_name: BANK.bank, bank_bik: BANK.bik },
      ...{ bank_account: OWN, bank_corr_account: BANK.corr_account },
    })
    .execute();
}

/** Answer of the bank: every payment has gone. */
async function statementOf({ db }: TestServer): Promise<Buffer> {
  const payments = await db
    .selectFrom('payments')
    .select(['number', 'amount_kop', 'purpose', 'method'])
    .execute();
  const day = new Date().toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' });
  const lines = payments.flatMap(({ number, amount_kop, purpose, method }) => [
    ...['СекцияДокумент=Платежное поручение', `Номер=${number}`, `Дата=${day}`, `ДатаСписано=${day}`],
    ...[
      `Сумма=${(amount_kop / 100).toFixed(2)}`,
      `ПлательщикСчет=${OWN}`,
      `ПолучательСчет=${method?.account ?? ''}`,
    ],
    ...[`ПолучательИНН=${method?.inn || '0'}`, `НазначениеПлатежа=${purpose}`, 'КонецДокумента'],
  ]);
  const file = ['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=UTF-8', `РасчСчет=${OWN}`];
  return Buffer.from([...file, ...lines, 'КонецФайла', ''].join('\r\n'));
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('an accountant pays forty partners of four kinds with sixteen clicks and one upload', async ({
  page,
  context,
  server,
}) => {
  test.slow();
  await enterForty(server);
  await signInContext(context, server.url, organization);
  const clicks: string[] = [];
  const click = async (what: Locator) => {
    clicks.push((await what.textContent()) ?? '');
    await what.click();
  };
  const download = async (item: RegExp) => {
    await click(button(page, 'Файл для банка'));
    const saved = page.waitForEvent('download');
    await click(page.getByRole('menuitem', { name: item }));
    expect((await saved).suggestedFilename()).toMatch(/^Реестр Р-\d/);
  };
  const head = page.getByRole('region', { name: 'Состояние реестра' });

  await page.goto('/payments');
  await click(button(page, 'Реестр на всех'));
  const formed = page.waitForResponse(/\/registries\/$/);
  await click(page.getByRole('dialog').getByRole('button', { name: 'Сформировать реестр' }));
  const { results } = (await (await formed).json()) as Formed;
  expect(results.map(({ kind, payments }) => [kind, payments])).toEqual([
    ['sbp', 10],
    ['bank_account', 30],
  ]);
  for (const [index, file] of [/Excel/, /1С/].entries()) {
    const { number = '' } = results[index] ?? {};
    if (index > 0) await click(page.getByRole('link', { name: 'Все реестры' }));
    await click(page.getByRole('link', { name: new RegExp(`^${number}`) }));
    await click(button(page, 'Утвердить'));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Утвердить' }));
    await expect(head).toContainText('Утвержден');
    await download(file);
    await click(button(page, 'Отправлен в банк'));
    await expect(head).toContainText('Ждем банк');
  }

  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Загрузить выписку').click();
  await (await chooser).setFiles({
    name: 'kl_to_1c.txt',
    mimeType: 'text/plain',
    buffer: await statementOf(server),
  });
  await expect(page.getByRole('region', { name: 'Что в выписке' })).toContainText('40 документов');
  await click(button(page, /^Отметить 40/));
  await expect(toast(page, 'Выплаты отмечены')).toBeVisible();

  const paid = await server.db.selectFrom('payments').select(['status', 'amount_kop']).execute();
  expect(paid.filter(({ status }) => status === 'paid')).toHaveLength(40);
  const registries = await server.db.selectFrom('registries').select('status').execute();
  expect(registries.map(({ status }) => status)).toEqual(['closed', 'closed']);
  expect(clicks.length, clicks.join(' → ')).toBeLessThanOrEqual(MOST);
});
