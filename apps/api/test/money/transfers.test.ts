import type { JournalEntry, Page, Payment, Registry, RegistryLine } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type BankSteps, createBankSteps, PERSON_INN, REASON as reason } from '../setup/bank.ts';
import { ACCOUNT, organizationForEachTest, PAYER, type Payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
let money: Payouts;
let bank: BankSteps;
organizationForEachTest((stage) => {
  ({ world, boss, money } = stage);
  bank = createBankSteps(stage);
}, PAYER);

const paymentOf: BankSteps['read'] = (payment) => bank.read(payment);
const step: BankSteps['step'] = (...input) => bank.step(...input);
const markPaid: BankSteps['markPaid'] = (...input) => bank.markPaid(...input);
const registered: BankSteps['registered'] = (...input) => bank.registered(...input);
const debitOf: BankSteps['debitOf'] = (...input) => bank.debitOf(...input);
const upload: BankSteps['upload'] = (...input) => bank.upload(...input);
const applied: BankSteps['applied'] = (...input) => bank.applied(...input);
const correctionsOf: BankSteps['correctionsOf'] = (payment) => bank.correctionsOf(payment);
const tasks: BankSteps['notes'] = () => bank.notes();

describe('a payment that an employee marks as paid', () => {
  test('has a manual transfer of the amount that the bank transfers', async () => {
    const payment = await registered(500_000);
    ok(await markPaid(payment));
    expect(await paymentOf(payment)).toMatchObject({
      status: 'paid',
      transferred_kop: 500_000,
      overpaid_kop: 0,
      transfers: [
        {
          kind: 'sent',
          source: 'manual',
          value_date: world.today(),
          document_number: 'ПП 7',
          amount_kop: 500_000,
          confirmed: [],
        },
      ],
    });
  });

  test('stays unpaid when its day is in the future', async () => {
    const payment = await registered(500_000);
    expect(await step(payment, 'mark-paid', { paid_on: '2099-01-01', external_ref: 'ПП 7' })).toMatchObject({
      status: 400,
      body: { paid_on: ['Дата перевода еще не наступила.'] },
    });
    expect(await paymentOf(payment)).toMatchObject({ status: payment.status, transfers: [] });
  });

  test('is confirmed by a bank document, which adds nothing to it', async () => {
    const payment = await registered(500_000);
    ok(await markPaid(payment));
    const debit = debitOf(payment);
    const { documents, apply } = await upload(debit);
    expect(documents[0]?.reasons).toEqual([
      'Выплата отмечена вручную (ПП 7). Эта строка подтвердит отметку.',
    ]);
    expect(await apply()).toEqual({ applied: 1, refused: [] });
    const paid = await paymentOf(payment);
    expect(paid).toMatchObject({ external_ref: 'ПП 7', transferred_kop: 500_000, overpaid_kop: 0 });
    expect(paid.transfers.map(({ confirmed }) => confirmed)).toEqual([
      [{ document_number: `ПП ${debit.number}`, value_date: world.today(), amount_kop: 500_000 }],
    ]);
    expect(await correctionsOf(payment)).toEqual([]);
    expect(await tasks()).toEqual([]);
  });

  test('is confirmed by several bank documents that add up to it', async () => {
    const payment = await registered(500_000);
    ok(await markPaid(payment));
    await applied(debitOf(payment, { amount: '3000.00' }));
    expect((await tasks()).map(({ detail }) => detail.replace(/\s/g, ' '))).toEqual([
      'Документ подтвердил 3 000,00 ₽ из отмеченных вручную 5 000,00 ₽.',
    ]);
    const { documents, apply } = await upload(debitOf(payment, { amount: '2000.00' }));
    expect(documents[0]?.reasons).toEqual([
      'Выплата отмечена вручную (ПП 7). Эта строка подтвердит отметку.',
    ]);
    await apply();
    const paid = await paymentOf(payment);
    expect(paid).toMatchObject({ transferred_kop: 500_000, overpaid_kop: 0 });
    expect(paid.transfers[0]?.confirmed.map(({ amount_kop }) => amount_kop)).toEqual([300_000, 200_000]);
    expect(await correctionsOf(payment)).toEqual([]);
    await applied(debitOf(payment, { amount: '10.00' }));
    expect(await correctionsOf(payment)).toMatchObject([{ amount_kop: -1_000 }]);
  });

  test('leaves the difference as a debt when a document of a larger amount confirms it', async () => {
    const payment = await registered(500_000);
    ok(await markPaid(payment));
    await applied(debitOf(payment, { amount: '5100.00' }));
    expect(await paymentOf(payment)).toMatchObject({ transferred_kop: 510_000, overpaid_kop: 10_000 });
    expect(await correctionsOf(payment)).toMatchObject([{ amount_kop: -10_000, status: 'available' }]);
  });
});

test('a refusal of the bank is recorded with its reason', async () => {
  const payment = await registered(500_000);
  ok(await step(payment, 'mark-failed', { reason: 'Счет закрыт' }));
  expect(await paymentOf(payment)).toMatchObject({
    status: 'failed',
    transferred_kop: 0,
    transfers: [{ kind: 'refused', source: 'manual', amount_kop: 500_000, reason: 'Счет закрыт' }],
  });
});

describe('what the bank did is recorded although', () => {
  test.each([
    [
      'the partner is blocked',
      async ({ partner }: Payment) => boss.post(`${api}/partners/${partner.id}/block/`, { reason }),
    ],
    [
      'the minimum is raised',
      async () => boss.patch(`${api}/organization/`, { default_min_payout_kop: 90_000_000 }),
    ],
  ])('%s after the approval', async (_, change) => {
    const payment = await registered(500_000, { isSent: false });
    ok(await change(payment));
    ok(await markPaid(payment));
    expect((await paymentOf(payment)).status).toBe('paid');
  });

  test('the amount is lower, and the payment waits for the rest', async () => {
    const payment = await registered(500_000);
    await applied(debitOf(payment, { amount: '4999.99' }));
    expect(await paymentOf(payment)).toMatchObject({ status: 'processing', transferred_kop: 499_999 });
    expect((await tasks()).map(({ detail }) => detail.replace(/\s/g, ' '))).toEqual([
      'Банк перевел 4 999,99 ₽ из 5 000,00 ₽. Осталось перевести 0,01 ₽.',
    ]);
    await applied(debitOf(payment, { amount: '0.01' }));
    expect(await paymentOf(payment)).toMatchObject({
      status: 'paid',
      transferred_kop: 500_000,
      overpaid_kop: 0,
    });
  });

  test('the amount is lower, and a manual mark adds the rest', async () => {
    const payment = await registered(500_000);
    await applied(debitOf(payment, { amount: '2000.00' }));
    ok(await markPaid(payment));
    const { transfers, ...paid } = await paymentOf(payment);
    expect(paid).toMatchObject({ status: 'paid', transferred_kop: 500_000 });
    expect(transfers.map(({ source, amount_kop }) => [source, amount_kop])).toEqual([
      ['statement', 200_000],
      ['manual', 300_000],
    ]);
  });

  test('the payment was marked failed', async () => {
    const payment = await registered(500_000);
    ok(await step(payment, 'mark-failed', { reason: 'Счет закрыт' }));
    await applied(debitOf(payment));
    expect(await paymentOf(payment)).toMatchObject({
      status: 'paid',
      failure_reason: '',
      transferred_kop: 500_000,
    });
  });

  test('the payment is cancelled: a new payment with the same accruals is paid', async () => {
    const payment = await registered(500_000, { isSent: false });
    ok(await step(payment, 'cancel', { reason }));
    const debit = debitOf(payment);
    const { documents, apply } = await upload(debit);
    expect(documents[0]?.reasons[0]).toContain('Перевод оплатит ее начисления');
    expect(await apply()).toEqual({ applied: 1, refused: [] });
    expect(await paymentOf(payment)).toMatchObject({ status: 'canceled', transferred_kop: 0 });
    const [task] = await tasks();
    expect(task?.detail).toBe(`Выплата ${payment.number} отменена, а банк перевел деньги.`);
    expect(await paymentOf({ id: task?.payment.id ?? '' })).toMatchObject({
      status: 'paid',
      amount_kop: 500_000,
      transferred_kop: 500_000,
      overpaid_kop: 0,
      purpose: payment.purpose,
      external_ref: `ПП ${debit.number}`,
    });
    expect(await correctionsOf(payment)).toEqual([]);
    await applied(debitOf(payment));
    expect(await paymentOf(payment)).toMatchObject({ status: 'canceled', overpaid_kop: 500_000 });
  });

  test('the payment is cancelled and its accruals are taken: the transfer becomes a debt that the next payment deducts', async () => {
    const payment = await registered(500_000, { isSent: false });
    ok(await step(payment, 'cancel', { reason }));
    const taken = await bank.create(payment.partner.id);
    await applied(debitOf(payment));
    expect(await paymentOf(payment)).toMatchObject({
      status: 'canceled',
      transferred_kop: 500_000,
      overpaid_kop: 500_000,
    });
    const [debt] = await correctionsOf(payment);
    expect(debt).toMatchObject({ amount_kop: -500_000, status: 'available' });
    expect(debt?.explanation).toContain(`по отмененной выплате ${payment.number}`);
    expect((await tasks())[0]?.detail).toContain('Выплата отменена, а банк перевел');
    ok(await step(taken, 'cancel', { reason }));
    await money.give(payment.partner.id, 700_000);
    expect((await bank.create(payment.partner.id)).amount_kop).toBe(700_000);
  });

  test('the payment was cancelled before its approval: a draft with the same accruals can be approved', async () => {
    const draft = await bank.draft(500_000);
    ok(await step(draft, 'cancel', { reason }));
    await applied(debitOf(draft));
    const [task] = await tasks();
    expect(task?.detail).toContain('Утвердите ее, и перевод засчитается');
    const next = await paymentOf({ id: task?.payment.id ?? '' });
    expect(next).toMatchObject({ status: 'draft', amount_kop: 500_000, transferred_kop: 500_000 });
    ok(await step(next, 'approve'));
    expect(await paymentOf(next)).toMatchObject({ status: 'paid', overpaid_kop: 0 });
  });

  test('the payment has a transfer: the second one becomes a debt', async () => {
    const payment = await registered(500_000);
    await applied(debitOf(payment));
    const { documents, apply } = await upload(debitOf(payment));
    expect(documents[0]?.reasons).toEqual(['По выплате уже есть перевод. Этот станет долгом партнера.']);
    await apply();
    expect(await paymentOf(payment)).toMatchObject({
      status: 'paid',
      transferred_kop: 1_000_000,
      overpaid_kop: 500_000,
    });
    expect(await correctionsOf(payment)).toMatchObject([{ amount_kop: -500_000 }]);
  });

  test('its number belongs to a transfer of another payment', async () => {
    const [first, second] = [await registered(500_000), await registered(300_000)];
    await applied(debitOf(first, { number: '55' }));
    await applied(debitOf(second, { number: '55' }));
    expect((await tasks()).map(({ payment, detail }) => [payment.number, detail])).toEqual([
      [second.number, `Номер перевода 55 уже указан у выплаты ${first.number}.`],
    ]);
  });

  test('the payment is a draft, which its approval makes paid', async () => {
    const draft = await bank.draft(500_000);
    const debit = debitOf(draft);
    await applied(debit);
    expect(await paymentOf(draft)).toMatchObject({ status: 'draft', transferred_kop: 500_000 });
    ok(await step(draft, 'approve'));
    expect(await paymentOf(draft)).toMatchObject({
      status: 'paid',
      paid_on: world.today(),
      external_ref: `ПП ${debit.number}`,
      overpaid_kop: 0,
    });
    expect(await correctionsOf(draft)).toEqual([]);
  });

  test('the payment is a draft in a registry, whose approval makes it paid', async () => {
    await money.payable(500_000, { card: { inn: PERSON_INN }, method: ACCOUNT });
    money.ready();
    const [registry] = (await money.form()).results as [Registry];
    const { results } = ok<Page<RegistryLine>>(await boss.get(`${REGISTRIES}${registry.id}/payments/`));
    const draft = (results[0] as RegistryLine).payment;
    await applied(debitOf(draft, { amount: '5000.01' }));
    expect(ok<Registry>(await money.step(registry, 'approve')).status).toBe('closed');
    expect(await paymentOf(draft)).toMatchObject({ status: 'paid', overpaid_kop: 1 });
    expect(await correctionsOf(draft)).toMatchObject([{ amount_kop: -1 }]);
  });

  test('the payment is a draft, and becomes a debt when the draft is cancelled', async () => {
    const draft = await bank.draft(500_000);
    await applied(debitOf(draft));
    ok(await step(draft, 'cancel', { reason }));
    expect(await correctionsOf(draft)).toMatchObject([{ amount_kop: -500_000 }]);
  });
});

test('the task about a transfer can be dismissed, and the payment shows the conflict', async () => {
  const payment = await registered(500_000);
  await applied(debitOf(payment, { amount: '5000.01' }));
  const [task] = await tasks();
  expect(task?.detail).toContain('лишнее — долг партнера');
  expect(await boss.post('/api/home/tasks/dismiss/', { key: task?.key })).toMatchObject({ status: 204 });
  expect(await tasks()).toEqual([]);
  const { transfers, overpaid_kop } = await paymentOf(payment);
  expect(transfers[0]?.notes).toEqual([task?.detail]);
  expect(overpaid_kop).toBe(1);
  const stranger = await world.organization();
  expect(await stranger.post('/api/home/tasks/dismiss/', { key: task?.key })).toMatchObject({ status: 404 });
});

describe('an employee records what the bank did', () => {
  const twoPayments = async () => {
    const [first, second] = [await registered(500_000), await registered(300_000)];
    return { first, second, purpose: `${first.number} ${second.number}` };
  };

  test('with one document for two payments, which are named in it', async () => {
    const { first, second, purpose } = await twoPayments();
    const { id, documents } = await upload(debitOf(first, { purpose, amount: '8000.00' }));
    const [document] = documents;
    expect(document).toMatchObject({
      payment: null,
      candidates: [{ number: first.number }, { number: second.number }],
    });
    const body = { documents: [document?.id], payments: [first.id, second.id] };
    expect(ok(await boss.post(`${api}/bank-statements/${id}/apply/`, body))).toEqual({
      applied: 1,
      refused: [],
    });
    for (const [payment, kop] of [
      [first, 500_000],
      [second, 300_000],
    ] as const)
      expect(await paymentOf(payment)).toMatchObject({
        status: 'paid',
        transferred_kop: kop,
        overpaid_kop: 0,
        external_ref: `ПП ${document?.number}`,
      });
    expect(await tasks()).toEqual([]);
  });

  test('with one document that pays the last of two payments in part', async () => {
    const { first, second, purpose } = await twoPayments();
    const { id, documents } = await upload(debitOf(first, { purpose, amount: '7000.00' }));
    const body = { documents: [documents[0]?.id], payments: [first.id, second.id] };
    ok(await boss.post(`${api}/bank-statements/${id}/apply/`, body));
    expect(await paymentOf(first)).toMatchObject({ status: 'paid', transferred_kop: 500_000 });
    expect(await paymentOf(second)).toMatchObject({ status: 'processing', transferred_kop: 200_000 });
    expect((await tasks()).map(({ detail }) => detail.replace(/\s/g, ' '))).toEqual([
      `${second.number}: Банк перевел 2 000,00 ₽ из 3 000,00 ₽. Осталось перевести 1 000,00 ₽.`,
    ]);
  });

  test('but not with one choice for several documents', async () => {
    const { first, second, purpose } = await twoPayments();
    const { id, documents } = await upload(debitOf(first, { purpose }), debitOf(second, { purpose }));
    const body = { documents: documents.map((document) => document.id), payments: [first.id] };
    expect(await boss.post(`${api}/bank-statements/${id}/apply/`, body)).toMatchObject({
      status: 400,
      body: { payments: ['Выплаты выбирают для одного документа.'] },
    });
  });

  test('for a payment that was marked failed', async () => {
    const payment = await registered(500_000);
    ok(await step(payment, 'mark-failed', { reason: 'Счет закрыт' }));
    ok(await markPaid(payment));
    expect(await paymentOf(payment)).toMatchObject({
      status: 'paid',
      failure_reason: '',
      transferred_kop: 500_000,
    });
  });

  test('for a cancelled payment: a new payment with the same accruals is paid', async () => {
    const payment = await registered(500_000, { isSent: false });
    ok(await step(payment, 'cancel', { reason }));
    ok(await markPaid(payment));
    const { results } = ok<Page<Payment>>(
      await boss.get(`${api}/payments/?partner=${payment.partner.id}&status=paid`),
    );
    expect(results).toMatchObject([
      { amount_kop: 500_000, transferred_kop: 500_000, purpose: payment.purpose, external_ref: 'ПП 7' },
    ]);
    expect((await markPaid(payment)).status).toBe(409);
    await applied(debitOf(payment));
    const [paid] = results;
    expect((await paymentOf({ id: paid?.id ?? '' })).transfers[0]?.confirmed).toHaveLength(1);
    expect(await correctionsOf(payment)).toEqual([]);
  });

  test('for a cancelled payment whose accruals are taken: once, as a debt', async () => {
    const payment = await registered(500_000, { isSent: false });
    ok(await step(payment, 'cancel', { reason }));
    await bank.create(payment.partner.id);
    ok(await markPaid(payment));
    expect(await correctionsOf(payment)).toMatchObject([{ amount_kop: -500_000 }]);
    expect(await markPaid(payment, 'ПП 8')).toMatchObject({
      status: 409,
      body: { detail: 'Перевод по этой выплате уже учтен.' },
    });
  });

  test('for a cancelled draft only after a new payment is approved', async () => {
    const draft = await bank.draft(500_000);
    ok(await step(draft, 'cancel', { reason }));
    expect(await markPaid(draft)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Сформируйте новую') },
    });
  });

  test('on the day before the payment was formed', async () => {
    const payment = await registered(500_000);
    const { created_at } = payment;
    const day = new Date(Date.parse(created_at) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    ok(await step(payment, 'mark-paid', { paid_on: day, external_ref: 'ПП 7' }));
    expect(await paymentOf(payment)).toMatchObject({ status: 'paid', paid_on: day });
    const other = await registered(300_000);
    await applied(debitOf(other, { day }));
    expect(await paymentOf(other)).toMatchObject({ status: 'paid', paid_on: day });
  });

  test('after a document was dismissed by mistake', async () => {
    const payment = await registered(500_000);
    const { id, documents, apply } = await upload(debitOf(payment));
    const body = { documents: documents.map((document) => document.id) };
    const url = `${api}/bank-statements/${id}/`;
    expect(ok(await boss.post(`${url}dismiss/`, body))).toMatchObject({ dismissed: { count: 1 } });
    expect(await apply()).toMatchObject({ applied: 0 });
    expect(ok(await boss.post(`${url}restore/`, body))).toMatchObject({
      dismissed: { count: 0 },
      exact: { count: 1 },
    });
    expect(await apply()).toMatchObject({ applied: 1 });
    expect((await paymentOf(payment)).status).toBe('paid');
    expect(ok(await boss.post(`${url}restore/`, body))).toMatchObject({ applied: { count: 1 } });
    const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?kind=bank_statement`));
    expect(results.map(({ action }) => action)).toContain('bank-statement.restore');
  });
});

test('a refused document does not affect the others', async () => {
  const [payment, other] = [await registered(500_000), await registered(300_000)];
  const { apply } = await upload(
    debitOf(payment),
    debitOf(payment, { purpose: `${payment.number} ${other.number}` }),
    debitOf(other),
  );
  const { refused, ...outcome } = await apply();
  expect(outcome.applied).toBe(2);
  expect(refused).toMatchObject([{ detail: 'Выберите, какие выплаты оплатил этот документ.' }]);
  for (const one of [payment, other]) expect((await paymentOf(one)).status).toBe('paid');
});

describe('the database', () => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(world.server.db);

  test.each(['transfers', 'transfer_matches', 'transfer_debts'])(
    'never changes rows of %s',
    async (table) => {
      const payment = await registered(500_000);
      await applied(debitOf(payment, { amount: '5000.01' }));
      for (const change of [
        `update ${table} set organization_id = organization_id`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ])
        await expect(run(sql.raw(change) as never), change).rejects.toMatchObject({ code: '23001' });
    },
  );

  test('has no paid payment without its transfers', async () => {
    const payment = await registered(500_000);
    await expect(
      world.server.db.transaction().execute(async (trx) => {
        await sql`update accruals set status = 'paid' where payment_id = ${payment.id}`.execute(trx);
        await sql`
          update payments set status = 'paid', paid_at = now(), paid_on = now()::date, external_ref = 'ПП 7'
          where id = ${payment.id}`.execute(trx);
      }),
    ).rejects.toMatchObject({ message: 'the transfers of a payment do not add up' });
  });

  test('has no surplus without a debt of the partner', async () => {
    const payment = await registered(500_000);
    ok(await markPaid(payment));
    await expect(
      run(sql`
        with doubled as (
          insert into transfers select (jsonb_populate_record(transfer, jsonb_build_object('id', gen_random_uuid()))).*
          from transfers transfer where organization_id = (select organization_id from payments where id = ${payment.id})
          returning organization_id, id, amount_kop)
        insert into transfer_matches (organization_id, id, transfer_id, payment_id, amount_kop, matched_at)
        select organization_id, gen_random_uuid(), id, ${payment.id}, amount_kop, now() from doubled`),
    ).rejects.toMatchObject({ message: 'the transfers of a payment do not add up' });
  });
});
