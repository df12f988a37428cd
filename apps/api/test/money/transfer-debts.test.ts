import type {
  ActWithContent,
  FormedActs,
  Page,
  Receipt,
  TaxMonth,
  TaxStatus,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type BankSteps, createBankSteps, REASON } from '../setup/bank.ts';
import { organizationForEachTest, PAYER, type Payouts } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
let money: Payouts;
let bank: BankSteps;
organizationForEachTest((stage) => {
  ({ world, boss, money } = stage);
  bank = createBankSteps(stage);
}, PAYER);

const ruble = (text: string) => text.replace(/\s/g, ' ');

/** Creates the acts of the current month after its end. @returns the act of a partner. */
async function actOf(partner: string): Promise<ActWithContent> {
  const month = world.today().slice(0, 7);
  world.server.advance(32 * 24 * 60 * 60);
  const { results } = ok<FormedActs>(await boss.post(`${api}/acts/`, { month, partner }));
  return ok<ActWithContent>(await boss.get(`${api}/acts/${results[0]?.id}/`));
}

describe('a debt that a later payment settles is money and not a service', () => {
  /** Pays 5,000 ₽ twice by mistake, and then 7,000 ₽ more less the debt. */
  async function paidTwice(card: object) {
    const first = await bank.registered(500_000, { card });
    await bank.applied(bank.debitOf(first), bank.debitOf(first));
    await money.give(first.partner.id, 700_000);
    const second = await bank.payRest(first.partner.id);
    return { first, second, partner: first.partner.id };
  }

  test('in the act: lines, sum and VAT contain what the partner earned', async () => {
    ok(await boss.patch(`${api}/organization/`, { vat_ip: 'usn_5' }));
    const { second, partner } = await paidTwice({ kind: 'ip' });
    expect(second).toMatchObject({ amount_kop: 200_000, settled_kop: 500_000 });
    const { amount_kop, content } = await actOf(partner);
    expect(amount_kop).toBe(1_200_000);
    expect(content.lines.map((line) => line.amount_kop)).toEqual([500_000, 700_000]);
    expect(ruble(content.vat)).toBe('В том числе НДС 5 %: 571,43 ₽');
    expect(ruble(content.tax ?? '')).toBe(
      'Зачтено переведенное раньше: 5 000,00 ₽. Перечислено: 7 000,00 ₽.',
    );
  });

  test('in the receipt and the income limit of a self-employed partner', async () => {
    const { second, partner } = await paidTwice({ kind: 'self_employed' });
    const { results } = ok<Page<Receipt>>(await boss.get(`${api}/receipts/?payment=${second.id}`));
    expect(results).toMatchObject([{ amount_kop: 700_000 }]);
    const { rows } = await sql<{ text: string }>`
      select body as text from messages where title = ${`Нужен чек по выплате ${second.number}`}`.execute(
      world.server.db,
    );
    expect(ruble(rows[0]?.text ?? '')).toMatch(/ на 7 000,00 ₽ до .*\. Из них 5 000,00 ₽ перевели раньше\.$/);
    const { paid_kop } = ok<TaxStatus>(await boss.get(`${api}/partners/${partner}/tax-status/`));
    expect(paid_kop).toBe(1_200_000);
  });

  test('in the income tax of an individual, which is withheld from what the person earned', async () => {
    ok(await boss.patch(`${api}/organization/`, { withholds_tax: true }));
    const { first, second, partner } = await paidTwice({ kind: 'individual' });
    expect([first.tax_kop, second.tax_kop]).toEqual([65_000, 91_000]);
    // The second transfer of 4,350 ₽ is deducted. The bank has paid 12,000 ₽ less 13 % in total.
    expect(second).toMatchObject({ amount_kop: 265_000, settled_kop: 435_000 });
    const month = world.today().slice(0, 7);
    expect(ok<TaxMonth>(await boss.get(`${api}/payments/taxes/?month=${month}`))).toMatchObject({
      amount_kop: 1_200_000,
      tax_kop: 156_000,
      settled_kop: 435_000,
    });
    await money.give(partner, 100_000);
    const third = await bank.create(partner);
    ok(await bank.step(third, 'approve'));
    expect((await bank.read(third)).tax_kop).toBe(13_000);
  });
});

test('the accruals of a cancelled payment that the bank has paid are in one act, with the day of the bank', async () => {
  const payment = await bank.registered(500_000, { isSent: false, card: { kind: 'ip' } });
  ok(await bank.step(payment, 'cancel', { reason: REASON }));
  const day = world.today();
  await bank.applied(bank.debitOf(payment, { day }));
  const { content, amount_kop } = await actOf(payment.partner.id);
  expect(amount_kop).toBe(500_000);
  expect(content.lines).toMatchObject([{ amount_kop: 500_000, paid_on: day }]);
});
