import type {
  BankDocument,
  BankOutcome,
  BankStatement,
  JournalEntry,
  Payment,
  Registry,
  RegistryLine,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Debit, statementFile } from '../setup/one-c-writer.ts';
import { ACCOUNT, organizationForEachTest, PAYER, type Payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

const STATEMENTS = `${api}/bank-statements/`;

let world: World;
let boss: Caller;
let money: Payouts;
organizationForEachTest((stage) => {
  ({ world, boss, money } = stage);
}, PAYER);

const today = () => world.today();
const paymentOf = async ({ id }: Pick<Payment, 'id'>) =>
  ok<Payment>(await boss.get(`${api}/payments/${id}/`));
const send = (data: string) => boss.post(STATEMENTS, { name: 'kl_to_1c.txt', data });
const upload = async (debits: readonly Debit[], codePage?: Parameters<typeof statementFile>[2]) =>
  ok<BankStatement>(await send(statementFile(PAYER.bank_account, debits, codePage)));
const documentsOf = async ({ id }: Pick<BankStatement, 'id'>) =>
  ok<{ results: BankDocument[] }>(await boss.get(`${STATEMENTS}${id}/documents/?page_size=100`)).results;
const decide = (statement: BankStatement, word: string, documents: readonly BankDocument[]) =>
  boss.post(`${STATEMENTS}${statement.id}/${word}/`, { documents: documents.map(({ id }) => id) });

/** Creates payments to an account in the status processing. */
async function sent(...sums: number[]): Promise<Payment[]> {
  for (const sum of sums) await money.payable(sum, { card: { inn: '500100732259' }, method: ACCOUNT });
  money.ready();
  const [registry] = (await money.form()).results as [Registry];
  ok(await money.step(registry, 'approve'));
  ok(await money.step(registry, 'send'));
  const lines = ok<{ results: RegistryLine[] }>(
    await boss.get(`${REGISTRIES}${registry.id}/payments/?page_size=100`),
  ).results;
  return lines.map(({ payment }) => payment);
}

let documentNumber = 0;
function debitOf({ number, amount_kop, purpose }: Payment, more: Partial<Debit> = {}): Debit {
  documentNumber += 1;
  return {
    number: String(documentNumber),
    day: today(),
    amount: (amount_kop / 100).toFixed(2),
    purpose: purpose || number,
    account: ACCOUNT.account,
    inn: '500100732259',
    ...more,
  };
}
const foreign = (): Debit => ({
  number: '900',
  day: today(),
  amount: '12000.00',
  purpose: 'Аренда офиса за ноябрь, счет А-7',
});

test('exact documents are proposed, and only a user marks them', async () => {
  const payments = await sent(500_000, 300_050);
  const statement = await upload([...payments.map((payment) => debitOf(payment)), foreign()]);
  expect(statement).toMatchObject({
    documents: 3,
    foreign: 1,
    exact: { count: 2, amount_kop: 800_050 },
    doubtful: { count: 0 },
    is_own: true,
  });
  for (const payment of payments) expect((await paymentOf(payment)).status).toBe('processing');

  const documents = await documentsOf(statement);
  expect(ok<BankOutcome>(await decide(statement, 'apply', documents))).toEqual({ applied: 2, refused: [] });
  for (const payment of payments)
    expect(await paymentOf(payment)).toMatchObject({ status: 'paid', paid_on: today() });
  expect(ok<BankStatement>(await boss.get(`${STATEMENTS}${statement.id}/`))).toMatchObject({
    exact: { count: 0 },
    applied: { count: 2, amount_kop: 800_050 },
  });
  const again = ok<BankOutcome>(await decide(statement, 'apply', documents));
  expect(again).toMatchObject({ applied: 0, refused: [{}, {}] });
});

test('a document of a payment is applied despite blockers that appeared after the payment went to the bank', async () => {
  const payments = await sent(500_000, 300_000);
  const { payment: approved } = await (async () => {
    await money.payable(200_000, { card: { inn: '500100732259' }, method: ACCOUNT });
    money.ready();
    const [registry] = (await money.form()).results as [Registry];
    ok(await money.step(registry, 'approve'));
    const lines = ok<{ results: RegistryLine[] }>(await boss.get(`${REGISTRIES}${registry.id}/payments/`));
    return lines.results[0] as RegistryLine;
  })();
  const all = [...payments, approved];
  for (const { partner } of all)
    ok(await boss.post(`${api}/partners/${partner.id}/block/`, { reason: 'Проверяем' }));
  ok(await boss.patch(`${api}/organization/`, { default_min_payout_kop: 90_000_000 }));
  const statement = await upload(all.map((payment) => debitOf(payment)));
  expect(ok<BankOutcome>(await decide(statement, 'apply', await documentsOf(statement)))).toEqual({
    applied: 3,
    refused: [],
  });
  for (const payment of all) expect((await paymentOf(payment)).status).toBe('paid');
});

test.each(['Windows', 'DOS', 'UTF-8'] as const)(
  'a statement in code page %s with a purpose in several parts is read',
  async (codePage) => {
    const [payment] = (await sent(500_000)) as [Payment];
    const [head = '', tail = ''] = payment.purpose.split(', выплата ');
    const parts = [head, 'выплата', tail];
    const statement = await upload([debitOf(payment, { purpose: parts })], codePage);
    expect(statement.exact.count).toBe(1);
  },
);

test('a document in several files counts once', async () => {
  const [payment] = (await sent(500_000)) as [Payment];
  const debit = debitOf(payment);
  expect(await upload([debit, debit])).toMatchObject({ documents: 2, repeated: 1, exact: { count: 1 } });
  expect(await upload([debit, foreign()], 'DOS')).toMatchObject({
    documents: 2,
    repeated: 1,
    foreign: 1,
    exact: { count: 0 },
  });
});

describe('a match is doubtful for', () => {
  const one = async (change: (payment: Payment) => Debit[]) => {
    const [payment] = (await sent(500_000)) as [Payment];
    const statement = await upload(change(payment));
    expect(statement.exact.count).toBe(0);
    const documents = await documentsOf(statement);
    return { payment, statement, documents, reasons: documents.flatMap(({ reasons }) => reasons).join(' ') };
  };

  test('another amount', async () => {
    const { reasons } = await one((found) => [debitOf(found, { amount: '4999.99' })]);
    expect(reasons).toMatch(/Сумма в банке 4\s999,99\s₽, в выплате 5\s000,00\s₽/);
  });

  test('another account or INN, and a user may apply it', async () => {
    const { payment, statement, documents, reasons } = await one((found) => [
      debitOf(found, { account: '40817810000000000001', inn: '7707083893' }),
    ]);
    expect(reasons).toContain('Счет получателя другой');
    expect(reasons).toContain('ИНН получателя другой');
    expect(ok<BankOutcome>(await decide(statement, 'apply', documents)).applied).toBe(1);
    expect((await paymentOf(payment)).status).toBe('paid');
  });

  test('a payment in two debits, duplicate or split', async () => {
    const { reasons } = await one((found) => [
      debitOf(found, { amount: '2500.00' }),
      debitOf(found, { amount: '2500.00' }),
    ]);
    expect(reasons).toContain('несколько списаний');
    const repeated = await one((found) => [debitOf(found), debitOf(found)]);
    expect(repeated.documents.map(({ match }) => match)).toEqual(['doubtful', 'doubtful']);
  });

  test('a purpose without the number but with the right amount and account', async () => {
    const { reasons, documents, payment } = await one((found) => [
      debitOf(found, { purpose: 'Вознаграждение' }),
    ]);
    expect(reasons).toContain('нет номера выплаты');
    expect(documents[0]?.payment?.id).toBe(payment.id);
  });

  test('a payment that is not in processing', async () => {
    const [payment] = (await sent(500_000)) as [Payment];
    ok(await boss.post(`${api}/payments/${payment.id}/mark-failed/`, { reason: 'Возврат' }));
    const statement = await upload([debitOf(payment)]);
    expect((await documentsOf(statement))[0]?.reasons.join(' ')).toContain('«Ошибка»');
  });

  test('a statement of another account', async () => {
    const [payment] = (await sent(500_000)) as [Payment];
    ok(await boss.patch(`${api}/organization/`, { bank_account: '' }));
    const other = '40702810000000000000';
    ok(await boss.patch(`${api}/organization/`, { bank_account: PAYER.bank_account }));
    const statement = ok<BankStatement>(
      await send(statementFile(other, [debitOf(payment, { from: other })])),
    );
    expect(statement).toMatchObject({ is_own: false, exact: { count: 0 }, doubtful: { count: 1 } });
  });
});

test('a dismissed document cannot be applied later', async () => {
  const [payment] = (await sent(500_000)) as [Payment];
  const statement = await upload([debitOf(payment)]);
  const documents = await documentsOf(statement);
  const other = await upload([debitOf(payment, { from: '40702810000000000009' })]);
  expect((await decide(other, 'dismiss', documents)).status).toBe(200);
  expect(ok<BankStatement>(await boss.get(`${STATEMENTS}${statement.id}/`)).exact.count).toBe(1);
  expect(ok<BankStatement>(await decide(statement, 'dismiss', documents)).exact.count).toBe(0);
  const { results } = ok<{ results: JournalEntry[] }>(
    await boss.get(`${api}/journal/?object=${statement.id}`),
  );
  expect(results.map(({ title }) => title)).toEqual(['Строки выписки пропущены', 'Выписка банка загружена']);
  expect(results[0]?.changes).toContainEqual({
    field: 'Номера документов',
    before: null,
    after: documents[0]?.number,
  });
  expect(ok<BankOutcome>(await decide(statement, 'apply', documents)).applied).toBe(0);
  expect((await paymentOf(payment)).status).toBe('processing');
});

test('credits are ignored', async () => {
  const [payment] = (await sent(500_000)) as [Payment];
  const statement = await upload([debitOf(payment, { from: '40702810000000000009' })]);
  expect(statement).toMatchObject({ documents: 1, foreign: 1, exact: { count: 0 }, doubtful: { count: 0 } });
});

test.each([
  ['a text that is not a statement', Buffer.from('Добрый день').toString('base64')],
  ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0xff]).toString('base64')],
  ['data that is not base64', '***'],
  ['an empty text', ''],
])('%s is refused as a bank statement', async (_, data) => {
  const response = await send(data);
  expect(response.status).toBe(400);
  expect(Object.keys(response.body as object)).toEqual(['data']);
});

test('a statement of 50,000 lines is read', async () => {
  const [payment] = (await sent(500_000)) as [Payment];
  const manyDebits = Array.from({ length: 4_200 }, (_, index) => ({
    ...foreign(),
    number: String(10_000 + index),
  }));
  const statement = await upload([...manyDebits, debitOf(payment)]);
  expect(statement).toMatchObject({ documents: 4_201, foreign: 4_200, exact: { count: 1 } });
});

test('invalid sections count as unreadable, and the list of statements still works', async () => {
  const [payment] = (await sent(500_000)) as [Payment];
  const bad: Debit[] = [
    debitOf(payment, { number: '7\0' }),
    debitOf(payment, { purpose: 'В-7\0' }),
    debitOf(payment, { payee: 'Иванов\0' }),
    debitOf(payment, { day: '0000-01-01' }),
    debitOf(payment, { amount: '999999999999999.99' }),
  ];
  const purpose = `${payment.purpose} ${'я'.repeat(2_500_000)}`;
  const statement = await upload([...bad, debitOf(payment, { purpose })], 'UTF-8');
  expect(statement).toMatchObject({ documents: 6, unreadable: 5, exact: { count: 1 } });
  const [document] = await documentsOf(statement);
  expect(document?.purpose).toHaveLength(1000);
  expect(document?.purpose.startsWith(payment.purpose)).toBe(true);
  expect((await boss.get(STATEMENTS)).status).toBe(200);
});

test('a statement with amounts above the maximum is refused with a message, and no part of it is stored', async () => {
  const [payment] = (await sent(500_000)) as [Payment];
  const before = (await boss.get(STATEMENTS)).body;
  const debits = Array.from({ length: 901 }, () => debitOf(payment, { amount: '100000000000.00' }));
  const response = await send(statementFile(PAYER.bank_account, debits));
  expect(response).toMatchObject({
    status: 400,
    body: { data: ['Сумма документов в выписке слишком велика. Проверьте файл.'] },
  });
  expect((await boss.get(STATEMENTS)).body).toEqual(before);
});

test('totals of documents stored before the maximum was introduced are shown', async () => {
  const [payment] = (await sent(500_000)) as [Payment];
  const statement = await upload([debitOf(payment)]);
  const { db } = world.server;
  await sql`
    insert into bank_documents (organization_id, id, statement_id, digest, number, day, amount_kop, payee, payee_account, payee_inn,
      purpose, match, reasons)
    select organization_id, gen_random_uuid(), statement_id, encode(sha256(n::text::bytea), 'hex'), number, day, 10000000000000,
      payee, payee_account, payee_inn, purpose, 'doubtful', '{}'
    from bank_documents, generate_series(1, 1000) n where statement_id = ${statement.id}`.execute(db);
  const { results } = ok<{ results: BankStatement[] }>(await boss.get(STATEMENTS));
  expect(results.find(({ id }) => id === statement.id)?.doubtful).toEqual({ count: 1000, amount_kop: 1e16 });
});

test('a statement of another organization responds 404', async () => {
  const [payment] = (await sent(500_000)) as [Payment];
  const statement = await upload([debitOf(payment)]);
  const documents = await documentsOf(statement);
  const stranger = await world.organization();
  expect(await stranger.get(`${STATEMENTS}${statement.id}/`)).toMatchObject({ status: 404 });
  expect(
    await stranger.post(`${STATEMENTS}${statement.id}/apply/`, { documents: documents.map(({ id }) => id) }),
  ).toMatchObject({ status: 404 });
});

test('a statement affects no documents and payments of other organizations', async () => {
  const [payment] = (await sent(500_000)) as [Payment];
  const debit = debitOf(payment);
  const data = statementFile(PAYER.bank_account, [debit]);
  expect(ok<BankStatement>(await send(data))).toMatchObject({ repeated: 0, exact: { count: 1 } });

  const stranger = await world.organization();
  ok(await stranger.patch(`${api}/organization/`, PAYER));
  // The number in the purpose belongs to a payment of another organization.
  expect(ok<BankStatement>(await stranger.post(STATEMENTS, { name: 'Выписка', data }))).toMatchObject({
    repeated: 0,
    foreign: 1,
    exact: { count: 0 },
    doubtful: { count: 0 },
  });
});
