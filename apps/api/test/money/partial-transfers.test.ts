import type { Payment, Registry, RegistryLine } from '@referral-dashboard/api-contract';
import { describe, expect, test } from 'vitest';
import { purposeOfTransfer } from '../../src/money/payments/purpose.ts';
import { type BankSteps, createBankSteps, PERSON_INN } from '../setup/bank.ts';
import { paymentsOfOneC } from '../setup/payout-files.ts';
import { ACCOUNT, organizationForEachTest, PAYER, type Payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, ok } from '../setup/world.ts';

let boss: Caller;
let money: Payouts;
let bank: BankSteps;
organizationForEachTest((stage) => {
  ({ boss, money } = stage);
  bank = createBankSteps(stage);
}, PAYER);

/** Creates an approved registry with one payment to an account. */
async function approvedRegistry(amount_kop: number) {
  await money.payable(amount_kop, { card: { inn: PERSON_INN }, method: ACCOUNT });
  money.ready();
  const [registry] = (await money.form()).results as [Registry];
  const approved = ok<Registry>(await money.step(registry, 'approve'));
  const { results } = ok<{ results: RegistryLine[] }>(
    await boss.get(`${REGISTRIES}${registry.id}/payments/`),
  );
  return { registry: approved, payment: (results[0] as RegistryLine).payment };
}

async function sumsInFile({ id }: Registry) {
  const file = await boss.open(`${REGISTRIES}${id}/file/?format=1c`);
  return paymentsOfOneC(new Uint8Array(await file.arrayBuffer()));
}

describe('a payment that the bank has transferred in part', () => {
  test('is in the file with the rest', async () => {
    const { registry, payment } = await approvedRegistry(500_000);
    await bank.applied(bank.debitOf(payment, { amount: '2000.00' }));
    expect(await sumsInFile(registry)).toEqual([{ number: payment.number, kop: 300_000 }]);
  });

  test('cannot be sent from a screen that shows the whole amount', async () => {
    const { registry, payment } = await approvedRegistry(500_000);
    const { version } = await bank.read(payment);
    await bank.applied(bank.debitOf(payment, { amount: '2000.00' }));
    expect((await money.step(registry, 'send', { version: registry.version })).status).toBe(409);
    expect((await boss.post(`${api}/payments/${payment.id}/process/`, { version })).status).toBe(409);
    const current = ok<Registry>(await boss.get(`${REGISTRIES}${registry.id}/`));
    ok(await money.step(registry, 'send', { version: current.version }));
    expect((await bank.read(payment)).status).toBe('processing');
  });

  test('and refused after that has a refusal of the rest, and can be approved again', async () => {
    const payment = await bank.registered(500_000);
    await bank.applied(bank.debitOf(payment, { amount: '2000.00' }));
    ok(await bank.step(payment, 'mark-failed', { reason: 'Счет закрыт' }));
    await bank.applied(bank.debitOf(payment, { amount: '1000.00' }));
    const [, note] = await bank.notes();
    expect(note?.detail.replace(/\s/g, ' ')).toBe(
      'Банк перевел 3 000,00 ₽ из 5 000,00 ₽. Выплата была в статусе «Ошибка». Повторите ее, чтобы перевести остальные 2 000,00 ₽.',
    );
    ok(await bank.step(payment, 'retry'));
    ok(await bank.markPaid(payment));
    const { transfers, ...paid } = await bank.read(payment);
    expect(paid).toMatchObject({ status: 'paid', transferred_kop: 500_000, overpaid_kop: 0 });
    expect(transfers.map(({ kind, amount_kop }) => [kind, amount_kop])).toEqual([
      ['sent', 200_000],
      ['refused', 300_000],
      ['sent', 100_000],
      ['sent', 200_000],
    ]);
  });

  test('has no code to pay it again once it is transferred', async () => {
    const draft = await bank.draft(500_000);
    const code = () => boss.open(`${api}/payments/${draft.id}/qr/`);
    expect((await code()).status).toBe(200);
    await bank.applied(bank.debitOf(draft));
    expect((await code()).status).toBe(409);
  });

  test('matches a document of the rest exactly', async () => {
    const payment = await bank.registered(500_000);
    await bank.applied(bank.debitOf(payment, { amount: '2000.00' }));
    const { documents } = await bank.upload(
      bank.debitOf(payment, { amount: '3000.00' }),
      bank.debitOf(payment, { amount: '1.00' }),
    );
    expect(new Set(documents.map(({ reasons }) => reasons[0]?.replace(/\s/g, ' ')))).toEqual(
      new Set([
        'На эту выплату в выписке несколько списаний.',
        'Сумма в банке 1,00 ₽, по выплате осталось 3 000,00 ₽.',
      ]),
    );
  });
});

test.each([
  ['В том числе НДС 22 % - 1803.28 руб.', 'В том числе НДС 22 % - 721.31 руб.'],
  ['Без НДС.', 'Без НДС.'],
])('the purpose of the rest has the VAT of the rest: %s', (vat, expected) => {
  const purpose = (words: string) => `Вознаграждение по договору № 22 от 15.01.2026, выплата В-7. ${words}`;
  const payment = { amount_kop: 1_000_000, tax_kop: 0, transferred_kop: 600_000 };
  expect(purposeOfTransfer({ purpose: purpose(vat), ...payment })).toBe(purpose(expected));
});

describe('a number of another transfer is reported', () => {
  const notes = async () => (await bank.notes()).map(({ detail }) => detail);
  const pair = async () => [await bank.registered(500_000), await bank.registered(300_000)] as const;

  test('for documents of one account', async () => {
    const [first, second] = await pair();
    await bank.applied(bank.debitOf(first, { number: '55' }), bank.debitOf(second, { number: '55' }));
    expect(await notes()).toHaveLength(1);
  });

  test('but not for documents of different accounts', async () => {
    const [first, second] = await pair();
    await bank.applied(bank.debitOf(first, { number: '55' }));
    await bank.appliedFrom('40702810938000000002', bank.debitOf(second, { number: '55' }));
    expect(await notes()).toEqual([]);
  });

  test('for a manual mark with the number of a document', async () => {
    const [first, second] = await pair();
    await bank.applied(bank.debitOf(first, { number: '55' }));
    ok(await bank.markPaid(second, '№ 55'));
    expect(await notes()).toEqual([`Номер перевода № 55 уже указан у выплаты ${first.number}.`]);
  });

  test('but not for a document with the number of a registry that an employee has marked', async () => {
    for (const kop of [500_000, 300_000])
      await money.payable(kop, { card: { inn: PERSON_INN }, method: ACCOUNT });
    money.ready();
    const [registry] = (await money.form()).results as [Registry];
    ok(await money.step(registry, 'approve'));
    const { results } = ok<{ results: RegistryLine[] }>(
      await boss.get(`${REGISTRIES}${registry.id}/payments/`),
    );
    const mark = { paid_on: bank.today(), external_ref: 'ПП 55' };
    ok(await money.step(registry, 'mark-paid', mark));
    const payments = results.map(({ payment }) => payment) as [Payment, Payment];
    await bank.applied(
      bank.debitOf(payments[0], { number: '55' }),
      bank.debitOf(payments[1], { number: '56' }),
    );
    expect(await notes()).toEqual([]);
  });
});
