import type {
  Accrual,
  BankDocument,
  BankOutcome,
  BankStatement,
  OrganizationTask,
  Payment,
  Registry,
  RegistryLine,
  Transfer,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Debit, statementFile } from '../setup/one-c-writer.ts';
import { ACCOUNT, organizationForEachTest, PAYER, type Payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

const STATEMENTS = `${api}/bank-statements/`;
const INN = '500100732259';

let world: World;
let boss: Caller;
let money: Payouts;
organizationForEachTest((stage) => {
  ({ world, boss, money } = stage);
}, PAYER);

type Found = Payment & { transfers: Transfer[] };
const paymentOf = async ({ id }: Pick<Payment, 'id'>) => ok<Found>(await boss.get(`${api}/payments/${id}/`));
const step = (payment: Payment, word: string, body: object = {}) =>
  boss.post(`${api}/payments/${payment.id}/${word}/`, body);
const markPaid = (payment: Payment, external_ref = 'ПП 7') =>
  step(payment, 'mark-paid', { paid_on: world.today(), external_ref });
const reason = 'Так решили';

/** Creates a payment to an account in a registry that is sent to the bank, or only approved. */
async function registered(amount_kop: number, { isSent = true } = {}): Promise<Payment> {
  await money.payable(amount_kop, { card: { inn: INN }, method: ACCOUNT });
  money.ready();
  const [registry] = (await money.form()).results as [Registry];
  ok(await money.step(registry, 'approve'));
  if (isSent) ok(await money.step(registry, 'send'));
  const { results } = ok<{ results: RegistryLine[] }>(
    await boss.get(`${REGISTRIES}${registry.id}/payments/`),
  );
  return (results[0] as RegistryLine).payment;
}

let documentNumber = 100;
function debitOf({ amount_kop, purpose }: Payment, more: Partial<Debit> = {}): Debit {
  documentNumber += 1;
  return {
    number: String(documentNumber),
    day: world.today(),
    amount: (amount_kop / 100).toFixed(2),
    purpose,
    account: ACCOUNT.account,
    inn: INN,
    ...more,
  };
}

/** Uploads a statement. @returns its documents and a function that applies them. */
async function upload(...debits: Debit[]) {
  const data = statementFile(PAYER.bank_account, debits);
  const statement = ok<BankStatement>(await boss.post(STATEMENTS, { name: 'kl_to_1c.txt', data }));
  const { results } = ok<{ results: BankDocument[] }>(
    await boss.get(`${STATEMENTS}${statement.id}/documents/`),
  );
  const documents = results.map(({ id }) => id);
  return {
    documents: results,
    apply: async () => ok<BankOutcome>(await boss.post(`${STATEMENTS}${statement.id}/apply/`, { documents })),
  };
}

const applied = async (...debits: Debit[]) => {
  const { apply } = await upload(...debits);
  expect(await apply()).toEqual({ applied: debits.length, refused: [] });
};
const correctionsOf = async ({ partner }: Payment) =>
  ok<{ results: Accrual[] }>(await boss.get(`${api}/accruals/?partner=${partner.id}&kind=correction`))
    .results;
type Noted = Extract<OrganizationTask, { kind: 'transfer_note' }>;
const tasks = async () =>
  ok<{ results: OrganizationTask[] }>(await boss.get('/api/home/tasks/')).results.filter(
    (task): task is Noted => task.kind === 'transfer_note',
  );

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
          confirmed: null,
        },
      ],
    });
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
      { document_number: `ПП ${debit.number}`, value_date: world.today() },
    ]);
    expect(await correctionsOf(payment)).toEqual([]);
    expect(await tasks()).toEqual([]);
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
      'Банк перевел 4 999,99 ₽ из 5 000,00 ₽. Выплата ждет остальное.',
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

  test('the payment is cancelled: the transfer becomes a debt that the next payment deducts', async () => {
    const payment = await registered(500_000, { isSent: false });
    ok(await step(payment, 'cancel', { reason }));
    await applied(debitOf(payment));
    expect(await paymentOf(payment)).toMatchObject({
      status: 'canceled',
      transferred_kop: 500_000,
      overpaid_kop: 500_000,
    });
    const [debt] = await correctionsOf(payment);
    expect(debt).toMatchObject({ amount_kop: -500_000, status: 'available' });
    expect(debt?.explanation).toContain(`по отмененной выплате ${payment.number}`);
    expect((await tasks())[0]?.detail).toContain('Выплата отменена, а банк перевел деньги');
    await money.give(payment.partner.id, 700_000);
    const next = ok<Payment>(await boss.post(`${api}/payments/`, { partner: payment.partner.id }));
    expect(next.amount_kop).toBe(700_000);
  });

  test('the payment has a transfer: the second one becomes a debt', async () => {
    const payment = await registered(500_000);
    await applied(debitOf(payment));
    const { documents, apply } = await upload(debitOf(payment));
    expect(documents[0]?.reasons).toEqual([
      'По выплате уже есть перевод. Второй перевод станет долгом партнера.',
    ]);
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

  test('the payment is a draft, which then cannot be approved', async () => {
    const { id } = await money.payable(500_000, { card: { inn: INN }, method: ACCOUNT });
    money.ready();
    const draft = ok<Payment>(await boss.post(`${api}/payments/`, { partner: id }));
    await applied(debitOf(draft));
    const refusal = { code: 'blocked', blockers: [{ code: 'transferred' }] };
    expect(await step(draft, 'approve', { version: draft.version })).toMatchObject({
      status: 409,
      body: refusal,
    });
    ok(await step(draft, 'cancel', { reason }));
    expect(await correctionsOf(draft)).toMatchObject([{ amount_kop: -500_000 }]);
  });
});

test('the task about a transfer can be dismissed, and the payment shows the conflict', async () => {
  const payment = await registered(500_000);
  await applied(debitOf(payment, { amount: '5000.01' }));
  const [task] = await tasks();
  expect(task?.detail).toContain('лишнее стало долгом партнера');
  expect(await boss.post('/api/home/tasks/dismiss/', { key: task?.key })).toMatchObject({ status: 204 });
  expect(await tasks()).toEqual([]);
  const { transfers, overpaid_kop } = await paymentOf(payment);
  expect(transfers[0]?.notes).toEqual([task?.detail]);
  expect(overpaid_kop).toBe(1);
  const stranger = await world.organization();
  expect(await stranger.post('/api/home/tasks/dismiss/', { key: task?.key })).toMatchObject({ status: 404 });
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
  expect(refused).toMatchObject([{ detail: expect.stringContaining('Какая это выплата, неясно') }]);
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
