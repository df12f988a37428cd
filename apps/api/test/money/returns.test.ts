import { randomUUID } from 'node:crypto';
import type {
  Accrual,
  ActWithContent,
  FormedActs,
  JournalEntry,
  OrganizationTask,
  Page,
  Payment,
  Receipt,
  Registry,
  Statement,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type BankSteps, createBankSteps, PERSON_INN, REASON } from '../setup/bank.ts';
import { organizationForEachTest, PAYER, type Payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
let money: Payouts;
let bank: BankSteps;
organizationForEachTest((stage) => {
  ({ world, boss, money } = stage);
  bank = createBankSteps(stage);
}, PAYER);

const plain = (text: string) => text.replace(/\s/g, ' ');

const markReturned = (payment: Pick<Payment, 'id'>, more: object = {}, key: string = randomUUID()) =>
  boss.post(
    `${api}/payments/${payment.id}/mark-returned/`,
    { returned_on: world.today(), external_ref: 'ПП 90', reason: 'Счет закрыт', ...more },
    { 'idempotency-key': key },
  );

/** Creates a payment in a closed registry that a bank document has paid. */
async function paid(amount_kop: number, card: object = {}): Promise<Payment> {
  const payment = await bank.registered(amount_kop, { card });
  await bank.applied(bank.debitOf(payment));
  return bank.read(payment);
}

const creditOf = (payment: Payment, more: object = {}) =>
  bank.debitOf(payment, {
    isCredit: true,
    account: '47416810938000000001',
    purpose: `Возврат: счет закрыт. ${payment.purpose}`,
    ...more,
  });

const balanceOf = async ({ partner }: Payment) =>
  ok<{ balance: object }>(await boss.get(`${api}/partners/${partner.id}/`)).balance;
const availableOf = async ({ partner }: Payment) =>
  ok<Page<Accrual>>(await boss.get(`${api}/accruals/?partner=${partner.id}&status=available`)).results.map(
    ({ amount_kop, explanation }) => [amount_kop, plain(explanation)],
  );
const tasks = async () => ok<{ results: OrganizationTask[] }>(await boss.get('/api/home/tasks/')).results;
const messagesAbout = async (title: string) => {
  const { rows } = await sql<{
    body: string;
  }>`select body from messages where title = ${title} order by body`.execute(world.server.db);
  return rows.map(({ body }) => plain(body));
};

describe('a payment that the bank returned', () => {
  test('has the status, and its accruals are available again', async () => {
    const payment = await paid(500_000);
    expect(ok<Payment>(await markReturned(payment))).toMatchObject({
      status: 'returned',
      returned_on: world.today(),
      return_reason: 'Счет закрыт',
      paid_on: world.today(),
      transferred_kop: 0,
      overpaid_kop: 0,
      partly_returned_kop: 0,
      accruals: 0,
      amount_kop: 500_000,
    });
    expect(await balanceOf(payment)).toMatchObject({ available_kop: 500_000, paid_kop: 0, reserved_kop: 0 });
    expect(await bank.correctionsOf(payment)).toEqual([]);
    const { transfers } = await bank.read(payment);
    expect(transfers.map(({ kind, source, amount_kop }) => [kind, source, amount_kop])).toEqual([
      ['sent', 'statement', 500_000],
      ['returned', 'manual', 500_000],
    ]);
  });

  test('is paid again by a new payment', async () => {
    const payment = await paid(500_000);
    ok(await markReturned(payment));
    const second = await bank.payRest(payment.partner.id);
    expect(second).toMatchObject({ status: 'paid', amount_kop: 500_000, settled_kop: 0 });
    expect(await bank.read(payment)).toMatchObject({ status: 'returned', amount_kop: 500_000 });
    expect(await balanceOf(payment)).toMatchObject({ available_kop: 0, paid_kop: 500_000 });
  });

  test('is in the journal, the counts, the statement of the partner and its registry', async () => {
    const payment = await paid(500_000);
    world.server.advance(60);
    ok(await markReturned(payment));
    const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?object=${payment.id}`));
    expect(results[0]?.title).toBe('Банк вернул выплату');
    expect(ok(await boss.get(`${api}/payments/counts/`))).toMatchObject({
      all: 1,
      paid: 0,
      returned: 1,
      sums: { all: 0, returned: 500_000 },
    });
    const day = world.today();
    const statement = ok<Statement>(
      await boss.get(`${api}/partners/${payment.partner.id}/statement/?from=${day}&to=${day}`),
    );
    expect(statement.lines.map(({ kind, amount_kop }) => [kind, amount_kop])).toEqual([
      ['payment', -500_000],
      ['payment_return', 500_000],
    ]);
    expect(statement.closing_kop).toBe(500_000);
    const registries = ok<Page<Registry>>(await boss.get(REGISTRIES)).results;
    expect(registries).toMatchObject([
      {
        status: 'closed',
        payments: 1,
        lines: { paid: { count: 0 }, returned: { count: 1, amount_kop: 500_000 } },
      },
    ]);
  });

  test('is reported to the partner in plain words', async () => {
    const payment = await paid(500_000);
    ok(await markReturned(payment));
    expect(await messagesAbout(`Выплата ${payment.number}: банк вернул деньги`)).toContain(
      `Банк вернул деньги по выплате ${payment.number} на 5 000,00 ₽. Проверьте реквизиты: эта сумма войдет в следующую выплату. Если вы уже дали чек по этой выплате, аннулируйте его.`,
    );
  });

  test('is returned once when the call is repeated, and refuses another return', async () => {
    const payment = await paid(500_000);
    const key = randomUUID();
    const first = ok<Payment>(await markReturned(payment, {}, key));
    expect(ok<Payment>(await markReturned(payment, {}, key))).toEqual(first);
    expect(await markReturned(payment)).toMatchObject({
      status: 409,
      body: { detail: 'По этой выплате нет перевода, который банк мог бы вернуть.' },
    });
    expect((await bank.read(payment)).transfers).toHaveLength(2);
  });

  test('refuses a day in the future and more than the bank has transferred', async () => {
    const payment = await paid(500_000);
    expect(await markReturned(payment, { returned_on: '2099-01-01' })).toMatchObject({
      status: 400,
      body: { returned_on: ['Дата возврата еще не наступила.'] },
    });
    expect((await markReturned(payment, { amount_kop: 500_001 })).status).toBe(400);
    expect(await bank.read(payment)).toMatchObject({ status: 'paid' });
  });

  test('stays returned when the reward is lost and earned again', async () => {
    const payment = await paid(500_000);
    ok(await markReturned(payment));
    expect(
      (await bank.step(payment, 'mark-paid', { paid_on: world.today(), external_ref: 'ПП 9' })).status,
    ).toBe(409);
    expect((await bank.step(payment, 'cancel', { reason: REASON })).status).toBe(409);
  });
});

describe('a partial return', () => {
  test('leaves the payment paid and adds the money to the next payment', async () => {
    const payment = await paid(500_000);
    expect(ok<Payment>(await markReturned(payment, { amount_kop: 200_000 }))).toMatchObject({
      status: 'paid',
      transferred_kop: 300_000,
      partly_returned_kop: 200_000,
      overpaid_kop: 0,
    });
    expect(await availableOf(payment)).toEqual([
      [200_000, `Банк вернул 2 000,00 ₽ из выплаты ${payment.number}`],
    ]);
    expect(await messagesAbout(`Выплата ${payment.number}: банк вернул часть денег`)).toContain(
      `Банк вернул 2 000,00 ₽ из выплаты ${payment.number}. Эта сумма войдет в следующую выплату. Проверьте реквизиты.`,
    );
    const second = await bank.payRest(payment.partner.id);
    expect(second).toMatchObject({ amount_kop: 200_000, settled_kop: -200_000 });
  });

  test('followed by the rest makes the payment returned', async () => {
    const payment = await paid(500_000);
    ok(await markReturned(payment, { amount_kop: 200_000 }));
    expect(ok<Payment>(await markReturned(payment))).toMatchObject({
      status: 'returned',
      transferred_kop: 0,
    });
    expect(await balanceOf(payment)).toMatchObject({ available_kop: 500_000, paid_kop: 0 });
    expect((await availableOf(payment)).map(([kop]) => kop).sort()).toEqual([-200_000, 200_000, 500_000]);
  });

  test('of an overpaid payment settles its debt first', async () => {
    const payment = await bank.registered(500_000);
    await bank.applied(bank.debitOf(payment), bank.debitOf(payment));
    expect(await balanceOf(payment)).toMatchObject({ available_kop: -500_000 });
    expect(ok<Payment>(await markReturned(payment, { amount_kop: 500_000 }))).toMatchObject({
      status: 'paid',
      overpaid_kop: 0,
      partly_returned_kop: 0,
    });
    expect(await balanceOf(payment)).toMatchObject({ available_kop: 0, paid_kop: 500_000 });
  });

  test('that the bank transfers again is settled', async () => {
    const payment = await paid(500_000);
    ok(await markReturned(payment, { amount_kop: 200_000 }));
    await bank.applied(bank.debitOf(payment, { amount: '2000.00' }));
    expect(await bank.read(payment)).toMatchObject({
      status: 'paid',
      transferred_kop: 500_000,
      partly_returned_kop: 0,
    });
    expect(await balanceOf(payment)).toMatchObject({ available_kop: 0 });
    expect((await bank.notes()).map(({ detail }) => plain(detail))).toEqual([
      'Банк снова перевел 2 000,00 ₽ из возвращенного по выплате.',
    ]);
  });

  test('of a payment that is not complete leaves it to be transferred', async () => {
    const payment = await bank.registered(500_000);
    await bank.applied(bank.debitOf(payment, { amount: '3000.00' }));
    expect(ok<Payment>(await markReturned(payment))).toMatchObject({
      status: 'processing',
      transferred_kop: 0,
    });
    await bank.applied(bank.debitOf(payment));
    expect(await bank.read(payment)).toMatchObject({ status: 'paid', transferred_kop: 500_000 });
  });

  test('is not a service: the next payment has no act, no receipt and no tax for it', async () => {
    const payment = await paid(500_000, { kind: 'self_employed', inn: PERSON_INN });
    ok(await markReturned(payment, { amount_kop: 200_000 }));
    const second = await bank.payRest(payment.partner.id);
    const receipts = ok<Page<Receipt>>(await boss.get(`${api}/receipts/`)).results;
    expect(receipts.map(({ id, amount_kop }) => [id, amount_kop])).toEqual([[payment.id, 500_000]]);
    const month = world.today().slice(0, 7);
    world.server.advance(32 * 24 * 60 * 60);
    const { results } = ok<FormedActs>(
      await boss.post(`${api}/acts/`, { month, partner: payment.partner.id }),
    );
    expect(results).toMatchObject([{ amount_kop: 500_000 }]);
    const without = ok<Page<Payment>>(await boss.get(`${api}/payments/?without_act=true`)).results;
    expect(without.map(({ id }) => id)).not.toContain(second.id);
  });
});

describe('a row of a bank statement about a return', () => {
  test('returns the payment that its purpose names', async () => {
    const payment = await paid(500_000);
    const { documents, apply } = await bank.upload(creditOf(payment));
    expect(documents).toMatchObject([
      { is_return: true, match: 'exact', reasons: [], payment: { id: payment.id }, payee: 'Иванов Иван' },
    ]);
    expect(await apply()).toEqual({ applied: 1, refused: [] });
    const returned = await bank.read(payment);
    expect(returned).toMatchObject({ status: 'returned', transferred_kop: 0 });
    expect(returned.return_reason).toMatch(/^Возврат: счет закрыт/);
    expect(await bank.notes()).toEqual([]);
  });

  test('finds the payment by the number and the sum of the payment order', async () => {
    const payment = await bank.registered(500_000);
    const debit = bank.debitOf(payment);
    await bank.applied(debit);
    const purpose = `Возврат по п/п № ${debit.number}: счет получателя закрыт`;
    const { documents, apply } = await bank.upload(creditOf(payment, { purpose }));
    expect(documents).toMatchObject([
      {
        match: 'doubtful',
        payment: { id: payment.id },
        reasons: ['В назначении нет номера выплаты, номер поручения и сумма сходятся.'],
      },
    ]);
    await apply();
    expect(await bank.read(payment)).toMatchObject({ status: 'returned' });
  });

  test('with a part of the sum is recorded and noted', async () => {
    const payment = await paid(500_000);
    const { documents, apply } = await bank.upload(creditOf(payment, { amount: '2000.00' }));
    expect(documents[0]?.reasons.map(plain)).toEqual(['Банк вернул 2 000,00 ₽, переведено было 5 000,00 ₽.']);
    await apply();
    expect(await bank.read(payment)).toMatchObject({ status: 'paid', partly_returned_kop: 200_000 });
    expect((await bank.notes()).map(({ detail }) => plain(detail))).toEqual([
      'Банк вернул 2 000,00 ₽ из 5 000,00 ₽: эта сумма войдет в следующую выплату партнеру.',
    ]);
  });

  test('with more than the bank has transferred is recorded and noted', async () => {
    const payment = await paid(500_000);
    await bank.applied(creditOf(payment, { amount: '6000.00' }));
    expect(await bank.read(payment)).toMatchObject({
      status: 'returned',
      transferred_kop: 0,
      overpaid_kop: 0,
    });
    expect((await bank.notes()).map(({ detail }) => plain(detail))).toEqual([
      'Банк вернул 6 000,00 ₽, а перевел 5 000,00 ₽. Выясните, откуда лишние 1 000,00 ₽.',
    ]);
  });

  test('confirms a return that an employee has marked', async () => {
    const payment = await paid(500_000);
    ok(await markReturned(payment));
    const credit = creditOf(payment);
    const { documents, apply } = await bank.upload(credit);
    expect(documents[0]?.reasons).toEqual([
      'Возврат отмечен вручную (ПП 90). Эта строка подтвердит отметку.',
    ]);
    await apply();
    const { transfers, ...returned } = await bank.read(payment);
    expect(returned).toMatchObject({ status: 'returned', transferred_kop: 0 });
    expect(transfers.map(({ kind, confirmed }) => [kind, confirmed.length])).toEqual([
      ['sent', 0],
      ['returned', 1],
    ]);
  });

  test('waits for the row of the transfer', async () => {
    const payment = await bank.registered(500_000);
    const [debit, credit] = [bank.debitOf(payment), creditOf(payment)];
    const { apply } = await bank.upload(credit);
    expect(await apply()).toMatchObject({
      applied: 0,
      refused: [
        {
          detail:
            'По этой выплате нет перевода, который банк мог бы вернуть. Сначала примените строку о списании.',
        },
      ],
    });
    await bank.applied(debit);
    expect(await apply()).toEqual({ applied: 1, refused: [] });
    expect(await bank.read(payment)).toMatchObject({ status: 'returned' });
  });

  test('is not proposed for other incoming money', async () => {
    const payment = await paid(500_000);
    const { documents } = await bank.upload(
      creditOf(payment, { purpose: `Оплата по счету ${payment.number}` }),
      creditOf(payment, { purpose: 'Возврат излишне уплаченного' }),
    );
    expect(documents).toEqual([]);
  });

  test('and the row of its transfer apply in one statement when both were marked before', async () => {
    const payment = await bank.registered(500_000);
    ok(await bank.markPaid(payment));
    ok(await markReturned(payment));
    await bank.applied(bank.debitOf(payment), creditOf(payment));
    expect(await bank.read(payment)).toMatchObject({
      status: 'returned',
      transferred_kop: 0,
      overpaid_kop: 0,
    });
    expect(await balanceOf(payment)).toMatchObject({ available_kop: 500_000, paid_kop: 0 });
    expect(await bank.notes()).toEqual([]);
  });
});

describe('a transfer that the bank makes after a return', () => {
  test('pays a new payment with the same accruals', async () => {
    const payment = await paid(500_000);
    ok(await markReturned(payment));
    await bank.applied(bank.debitOf(payment));
    expect(await bank.read(payment)).toMatchObject({ status: 'returned', transferred_kop: 0 });
    const { results } = ok<Page<Payment>>(
      await boss.get(`${api}/payments/?partner=${payment.partner.id}&status=paid`),
    );
    expect(results).toMatchObject([{ amount_kop: 500_000, transferred_kop: 500_000 }]);
    expect(await balanceOf(payment)).toMatchObject({ available_kop: 0, paid_kop: 500_000 });
  });

  test('is a debt when another payment has its accruals', async () => {
    const payment = await paid(500_000);
    ok(await markReturned(payment));
    await bank.payRest(payment.partner.id);
    await bank.applied(bank.debitOf(payment));
    expect(await bank.read(payment)).toMatchObject({ status: 'returned', overpaid_kop: 500_000 });
    expect(await availableOf(payment)).toEqual([
      [-500_000, `Банк перевел 5 000,00 ₽ по возвращенной выплате ${payment.number}`],
    ]);
  });
});

describe('documents of a returned payment', () => {
  const receiptsOf = async () => ok<Page<Receipt>>(await boss.get(`${api}/receipts/`)).results;
  const give = (payment: Payment) =>
    boss.post(`${api}/payments/${payment.id}/receipt/`, { receipt: '2001rb3pdo' });

  test('an expected receipt is not expected any more', async () => {
    const payment = await paid(500_000, { kind: 'self_employed', inn: PERSON_INN });
    expect(await receiptsOf()).toMatchObject([{ status: 'awaited' }]);
    ok(await markReturned(payment));
    expect(await receiptsOf()).toEqual([]);
    expect((await give(payment)).status).toBe(404);
  });

  test('a given receipt is a task until it is annulled', async () => {
    const payment = await paid(500_000, { kind: 'self_employed', inn: PERSON_INN });
    ok(await give(payment));
    expect((await boss.post(`${api}/payments/${payment.id}/receipt/annulled/`, {})).status).toBe(409);
    ok(await markReturned(payment));
    expect(await receiptsOf()).toMatchObject([
      { status: 'to_annul', is_late: false, problem: 'Банк вернул выплату: чек нужно аннулировать.' },
    ]);
    const open = async () => (await tasks()).filter(({ kind }) => kind.startsWith('receipts_'));
    expect(await open()).toEqual([{ kind: 'receipts_to_annul', count: 1, sum_kop: 500_000, partners: 1 }]);
    expect((await give(payment)).status).toBe(409);
    ok(await boss.post(`${api}/payments/${payment.id}/receipt/annulled/`, {}));
    expect(await receiptsOf()).toMatchObject([{ status: 'closed' }]);
    expect(await open()).toEqual([]);
  });

  /** Creates the acts of the current month after its end. */
  async function actOf({ partner }: Payment): Promise<ActWithContent> {
    const month = world.today().slice(0, 7);
    world.server.advance(32 * 24 * 60 * 60);
    const { results } = ok<FormedActs>(await boss.post(`${api}/acts/`, { month, partner: partner.id }));
    return ok<ActWithContent>(await boss.get(`${api}/acts/${results[0]?.id}/`));
  }
  const reissued = async ({ id }: ActWithContent) => {
    const { version } = ok<ActWithContent>(await boss.get(`${api}/acts/${id}/`));
    return ok<ActWithContent>(await boss.post(`${api}/acts/${id}/reissue/`, { version }));
  };

  test('an act is reissued without the payment', async () => {
    const first = await paid(500_000, { kind: 'ip' });
    await money.give(first.partner.id, 300_000);
    const second = await bank.payRest(first.partner.id);
    const act = await actOf(first);
    ok(await markReturned(second));
    expect(ok<ActWithContent>(await boss.get(`${api}/acts/${act.id}/`)).changes).toMatchObject([
      { kind: 'payment_returned', id: second.id, number: second.number, amount_kop: -300_000 },
    ]);
    const returns = async () => (await tasks()).filter(({ kind }) => kind === 'acts_with_returns');
    expect(await returns()).toEqual([
      { kind: 'acts_with_returns', count: 1, sum_kop: 300_000, act: { id: act.id, number: act.number } },
    ]);
    expect(await reissued(act)).toMatchObject({
      status: 'issued',
      amount_kop: 500_000,
      replaces: act.number,
    });
    expect(await returns()).toEqual([]);
  });

  test('an act without other payments is annulled, and the partner is notified', async () => {
    const payment = await paid(500_000, { kind: 'ip' });
    const act = await actOf(payment);
    ok(await markReturned(payment));
    expect(await reissued(act)).toMatchObject({ id: act.id, status: 'annulled', changes: [] });
    expect(await messagesAbout(`Акт ${act.number} аннулирован`)).toHaveLength(1);
    expect((await boss.post(`${api}/acts/${act.id}/reissue/`, {})).status).toBe(409);
    expect(await bank.payRest(payment.partner.id)).toMatchObject({ status: 'paid' });
    expect(await actOf(payment)).toMatchObject({ status: 'issued', amount_kop: 500_000 });
  });

  test('a returned payment is not missing in the acts of its month', async () => {
    const first = await paid(500_000, { kind: 'ip' });
    await actOf(first);
    const late = await paid(300_000, { kind: 'ip' });
    ok(await markReturned(late));
    const { results } = ok<Page<Payment>>(await boss.get(`${api}/payments/?without_act=true`));
    expect(results).toEqual([]);
  });

  test('the income tax of a returned payment is not withheld, and the new payment withholds it', async () => {
    ok(await boss.patch(`${api}/organization/`, { withholds_tax: true }));
    const payment = await paid(500_000, { kind: 'individual' });
    expect(payment.tax_kop).toBe(65_000);
    ok(await markReturned(payment));
    const month = world.today().slice(0, 7);
    expect(ok(await boss.get(`${api}/payments/taxes/?month=${month}`))).toMatchObject({ tax_kop: 0 });
    expect(await bank.payRest(payment.partner.id)).toMatchObject({ tax_kop: 65_000 });
  });
});
