import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type {
  Act,
  ClosedMonths,
  HomeSummary,
  JournalEntry,
  Lead,
  Page,
  Payment,
  Statement,
  TaxMonth,
  TaxYear,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findAccountingDay } from '../../src/money/closed-months/accounting-day.ts';
import { moneyAt } from '../setup/balances-at.ts';
import { type BankSteps, createBankSteps } from '../setup/bank.ts';
import { csvRows } from '../setup/files.ts';
import { organizationForEachTest, PAYER, type Payouts } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

const MONTHS = `${api}/closed-months/`;
const OCTOBER = '2026-10';
const IN_OCTOBER = '2026-10-28';
const PAID_IN_OCTOBER = 'paid_from=2026-10-01&paid_to=2026-10-31';
const NOTE = 'Банк перевел деньги 28.10.2026, месяц «октябрь 2026» закрыт: выплата учтена 01.11.2026.';

let world: World;
let boss: Caller;
let money: Payouts;
let bank: BankSteps;
organizationForEachTest((stage) => {
  ({ world, boss, money } = stage);
  bank = createBankSteps(stage);
  world.server.setClock(new Date('2026-10-20T09:00:00Z'));
}, PAYER);

const close = (month = OCTOBER, by = boss) => by.post(MONTHS, { month });
const reopen = (body: object = { month: OCTOBER, reason: 'Опоздал документ' }, by = boss) =>
  by.post(`${MONTHS}reopen/`, body);
const toNovember = () => world.server.setClock(new Date('2026-11-05T09:00:00Z'));
const markPaid = (payment: Pick<Payment, 'id'>, paid_on: string, external_ref = 'ПП 7') =>
  bank.step(payment, 'mark-paid', { paid_on, external_ref });
const getOrganization = async () => ok<{ id: string }>(await boss.get(`${api}/organization/`)).id;

async function readHome(from: string, to: string, more = '') {
  const { current } = ok<HomeSummary>(await boss.get(`/api/home/summary/?from=${from}&to=${to}${more}`));
  return { paid_kop: current.paid_kop, returned_kop: current.returned_kop };
}

/** Reads all figures of October: taxes, home page, payments, acts, files, statements, and balances at its end. */
async function readOctober(partners: readonly string[]) {
  const get = async <Body>(path: string) => ok<Body>(await boss.get(`${api}/${path}`));
  const statements: Statement[] = [];
  for (const partner of partners)
    statements.push(await get(`partners/${partner}/statement/?from=2026-10-01&to=2026-10-31`));
  const { results } = await get<Page<Payment>>(`payments/?${PAID_IN_OCTOBER}`);
  const files: object[] = [];
  for (const [noun, query] of [
    ['payments/taxes', 'month=2026-10'],
    ['partners', 'at=2026-10-31'],
  ] as const)
    files.push(await csvRows(boss, noun, query));
  const scope = { organizationId: await getOrganization(), partners: [...partners] };
  return {
    taxes: await get('payments/taxes/?month=2026-10'),
    home: await readHome('2026-10-01', '2026-10-31'),
    counts: await get(`payments/counts/?${PAID_IN_OCTOBER}`),
    paid: (await get<Page<Payment>>(`payments/?status=paid&${PAID_IN_OCTOBER}`)).results.map(({ id }) => id),
    totals: await get('payments/totals/?at=2026-10-31'),
    payments: results.map(({ id, amount_kop, paid_on, settled_kop }) => ({
      ...{ id, amount_kop, paid_on, settled_kop },
    })),
    files,
    acts: (await get<Page<Act>>('acts/?month=2026-10')).results,
    statements,
    money: await moneyAt(world.server.db, scope, new Date('2026-10-31T20:59:59.999Z')),
  };
}

test('the figures of a closed month stay, and later corrections count in the open month', async () => {
  const paid = await bank.registered(500_000);
  ok(await markPaid(paid, world.today()));
  const late = await bank.registered(300_000);
  const byHand = await bank.registered(200_000);
  const partners = [paid, late, byHand].map(({ partner }) => partner.id);
  toNovember();
  ok(await boss.post(`${api}/acts/`, { month: OCTOBER }));
  ok(await close());
  const before = await readOctober(partners);
  expect(before.payments).toHaveLength(1);

  await bank.applied(bank.debitOf(late, { day: IN_OCTOBER }));
  ok(await markPaid(byHand, IN_OCTOBER, 'ПП 8'));
  await money.give(paid.partner.id, 70_000);
  expect(await readOctober(partners)).toEqual(before);

  for (const payment of [late, byHand])
    expect(await bank.read(payment)).toMatchObject({
      status: 'paid',
      paid_on: '2026-11-01',
      transfers: [{ value_date: IN_OCTOBER, notes: [NOTE] }],
    });
  expect((await bank.notes()).map(({ detail }) => detail)).toEqual([NOTE, NOTE]);
  const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?object=${late.id}`));
  expect(results.find(({ action }) => action === 'payment.paid')).toMatchObject({ reason: NOTE });
});

const markReturned = (payment: Pick<Payment, 'id'>, returned_on: string) =>
  boss.post(
    `${api}/payments/${payment.id}/mark-returned/`,
    { returned_on, external_ref: 'ПП 90', reason: 'Счет закрыт' },
    { 'idempotency-key': randomUUID() },
  );
/** Pays an individual in October: one payment that the bank transfers twice, and one that settles this debt. */
async function paidWithDebt() {
  ok(await boss.patch(`${api}/organization/`, { withholds_tax: true }));
  const payment = await bank.registered(500_000, { card: { kind: 'individual' } });
  await bank.applied(bank.debitOf(payment), bank.debitOf(payment));
  await money.give(payment.partner.id, 1_000_000);
  const settling = await bank.payRest(payment.partner.id);
  expect(settling.settled_kop).toBe(435_000);
  return [payment, settling] as const;
}

describe('a payment of a closed month that the bank returns later', () => {
  test('stays in the figures of its month, and its return counts in the month of the return', async () => {
    const [payment, settling] = await paidWithDebt();
    const other = await bank.registered(200_000);
    ok(await markPaid(other, world.today()));
    const partners = [payment, other].map(({ partner }) => partner.id);
    toNovember();
    ok(await close());
    const before = await readOctober(partners);
    expect(before.counts).toMatchObject({ paid: 3, sums: { paid: 1_265_000 } });

    ok(await markReturned(settling, '2026-11-03'));
    await bank.applied(
      bank.debitOf(other, {
        ...{ isCredit: true, account: '47416810938000000001', purpose: `Возврат. ${other.purpose}` },
      }),
    );
    expect(await bank.read(other)).toMatchObject({ status: 'returned', returned_on: '2026-11-05' });
    expect(await readOctober(partners)).toEqual(before);

    expect(await readHome('2026-11-01', '2026-11-05')).toEqual({ paid_kop: 0, returned_kop: 765_000 });
    const tax = ok<TaxMonth>(await boss.get(`${api}/payments/taxes/?month=2026-11`));
    expect(tax).toMatchObject({
      ...{ payments: 0, returns: 1, amount_kop: -1_000_000, settled_kop: -435_000 },
      periods: [{ payments: 0, tax_kop: -130_000 }, { tax_kop: 0 }],
    });
    expect(await csvRows(boss, 'payments/taxes', 'month=2026-11')).toMatchObject([
      { Выплата: settling.number, 'Дата возврата': '03.11.2026', 'Начислено, ₽': '-10000,00' },
    ]);
    const returned = ok<Page<Payment>>(
      await boss.get(`${api}/payments/?status=returned&returned_from=2026-11-01&returned_to=2026-11-30`),
    ).results;
    expect(returned.map(({ id }) => id).sort()).toEqual([settling.id, other.id].sort());
  });

  test('leaves the yearly report only in the year of the return', async () => {
    const paid = await bank.registered(500_000);
    ok(await markPaid(paid, world.today()));
    world.server.setClock(new Date('2027-01-12T09:00:00Z'));
    ok(await close('2026-12'));
    const readYear = async (year: string) => [
      ok<TaxYear>(await boss.get(`${api}/payments/taxes/year/?year=${year}`)).kinds,
      await csvRows(boss, 'payments/taxes/year', `year=${year}`),
      await csvRows(boss, 'partners', `at=${year}-12-31`.replace('2027-12-31', '2027-01-12')),
    ];
    const before = await readYear('2026');
    expect(before[0]).toMatchObject([{ payments: 1, returns: 0, amount_kop: 500_000 }]);
    ok(await markReturned(paid, '2027-01-11'));
    expect(await readYear('2026')).toEqual(before);
    const [kinds, file, partners] = await readYear('2027');
    expect(kinds).toMatchObject([{ payments: 0, returns: 1, amount_kop: -500_000 }]);
    expect(file).toMatchObject([{ Выплат: '0', Возвратов: '1', 'Выплачено, ₽': '-5000,00' }]);
    expect(partners).toMatchObject([{ 'Выплачено за период, ₽': '-5000,00' }]);
  });

  test('counts its return from the first open day when the month of the return is closed too', async () => {
    const paid = await bank.registered(500_000);
    ok(await markPaid(paid, world.today()));
    toNovember();
    ok(await close());
    const before = await readOctober([paid.partner.id]);
    ok(await markReturned(paid, IN_OCTOBER));
    expect(await readOctober([paid.partner.id])).toEqual(before);
    const note = 'Банк вернул деньги 28.10.2026, месяц «октябрь 2026» закрыт: возврат учтен 01.11.2026.';
    expect(await bank.read(paid)).toMatchObject({
      status: 'returned',
      returned_on: '2026-11-01',
      transfers: [{ kind: 'sent' }, { kind: 'returned', value_date: IN_OCTOBER, notes: [note] }],
    });
    expect((await bank.notes()).map(({ detail }) => detail)).toEqual([note]);
    const second = await bank.payRest(paid.partner.id);
    await expect(
      sql`update payments set status = 'returned', returned_on = '2026-10-31', returned_at = now()
        where id = ${second.id}`.execute(world.server.db),
    ).rejects.toThrow('the month of new rows of payments is closed');
  });

  test('counts in no period that contains both days', async () => {
    const program = await world.program({}, boss);
    const paid = await bank.registered(500_000);
    ok(await markPaid(paid, world.today()));
    ok(await markReturned(paid, world.today()));
    const none = { paid_kop: 0, returned_kop: 0 };
    const day = world.today();
    expect(await readHome(day, day)).toEqual(none);
    expect(await readHome(day, day, `&program=${program.id}`)).toEqual(none);
    expect(ok(await boss.get(`${api}/payments/counts/?paid_from=${day}&paid_to=${day}`))).toMatchObject({
      paid: 0,
      returned: 1,
    });
  });
});

test('an act of a closed month is neither created nor replaced', async () => {
  const paid = await bank.registered(500_000);
  ok(await markPaid(paid, world.today()));
  toNovember();
  ok(await close());
  expect(await boss.post(`${api}/acts/`, { month: OCTOBER })).toMatchObject({
    status: 409,
    body: { code: 'closed', detail: expect.stringContaining('Месяц закрыт') },
  });
  ok(await reopen());
  ok(await boss.post(`${api}/acts/`, { month: OCTOBER }));
});

test('the database refuses rows of a closed month', async () => {
  const payment = await bank.registered(500_000);
  toNovember();
  ok(await close());
  const { db } = world.server;
  const write = (statement: ReturnType<typeof sql>) => statement.execute(db);
  const organization = await getOrganization();
  await expect(
    write(sql`
      insert into transfers (organization_id, id, kind, source, value_date, document_number, amount_kop, own_account, payee, payee_account,
        purpose, entered_at, request_id)
      values (${organization}, ${payment.id}, 'sent', 'manual', ${IN_OCTOBER}, '7', 100, '', '', '', '', '2026-10-31T20:59:59Z', 'r')`),
  ).rejects.toThrow('the month of new rows of transfers is closed');
  await expect(
    write(sql`update accruals set status = 'available', payment_id = null, updated_at = '2026-10-31T20:59:59Z'
      where organization_id = ${organization}`),
  ).rejects.toThrow('the month of new rows of accrual_moves is closed');
  await expect(
    write(sql`update payments set status = 'paid', paid_on = '2026-10-31', paid_at = now(), external_ref = '7'
      where organization_id = ${organization}`),
  ).rejects.toThrow('the month of new rows of payments is closed');
  await expect(write(sql`update month_closings set reason = ''`)).rejects.toThrow('append only');
});

test('a hold that ended in a closed month counts as available in it', async () => {
  const program = await world.program({ hold_days: 5, reward: { kind: 'fixed', fixed_kop: 150_000 } }, boss);
  const { id: partner } = await world.invited({}, boss);
  await world.enroll(program.id, partner, boss);
  const lead = await world.lead(program.id, { partner }, boss);
  ok(await boss.post(`${api}/leads/${lead.id}/transition/`, { version: lead.version, to: 'in_progress' }));
  const { version } = ok<Lead>(await boss.get(`${api}/leads/${lead.id}/`));
  ok(await boss.post(`${api}/leads/${lead.id}/transition/`, { version, to: 'qualified' }));
  toNovember();
  ok(await close());
  await money.method(partner, { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' });
  money.ready();
  const { amount_kop } = ok<Payment>(await boss.post(`${api}/payments/`, { partner }));
  expect(amount_kop).toBe(150_000);
});

test('months are closed in order and opened again from the last one, with a reason in the journal', async () => {
  expect(ok<ClosedMonths>(await boss.get(MONTHS))).toMatchObject({ closed: null, history: [] });
  expect((await close()).body).toEqual({ month: ['Месяц еще не закончился.'] });
  world.server.setClock(new Date('2026-12-01T09:00:00Z'));
  ok(await close());
  expect(ok<ClosedMonths>(await close('2026-11'))).toMatchObject({ closed: '2026-11', open: [] });
  expect(ok<ClosedMonths>(await close())).toMatchObject({ closed: '2026-11' });

  expect((await reopen()).body).toMatchObject({ detail: 'Сначала откройте месяц «ноябрь 2026».' });
  expect((await reopen({ month: '2026-11', reason: ' ' })).status).toBe(400);
  const reason = 'Банк прислал документ за 30 ноября';
  const reopened = ok<ClosedMonths>(await reopen({ month: '2026-11', reason }));
  expect(reopened).toMatchObject({ closed: OCTOBER, open: ['2026-11'] });
  expect(reopened.history.map(({ closed, is_reopening }) => [closed, is_reopening])).toEqual([
    [OCTOBER, true],
    ['2026-11', false],
    [OCTOBER, false],
  ]);
  expect((await reopen({ month: '2026-11', reason })).body).toMatchObject({
    detail: 'Этот месяц уже открыт.',
  });
  const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?kind=organization`));
  expect(results.slice(0, 2)).toMatchObject([
    {
      title: 'Месяц открыт снова',
      reason,
      changes: [{ field: 'Закрыто по', before: 'ноябрь 2026', after: 'октябрь 2026' }],
    },
    { title: 'Месяц закрыт', changes: [{ before: 'октябрь 2026', after: 'ноябрь 2026' }] },
  ]);
});

test('only an owner closes and opens months', async () => {
  const accountant = await world.employee('accountant');
  expect((await accountant.get(MONTHS)).status).toBe(200);
  expect((await close('2026-09', accountant)).status).toBe(403);
  expect((await reopen(undefined, accountant)).status).toBe(403);
  const manager = await world.employee('manager');
  expect((await manager.get(MONTHS)).status).toBe(403);
});

test('the time zone stays while months are closed', async () => {
  ok(await close('2026-09'));
  const response = await boss.patch(`${api}/organization/`, { time_zone: 'Asia/Vladivostok' });
  expect(response).toMatchObject({ status: 400, body: { time_zone: [expect.any(String)] } });
});

test('closing a month waits for a transaction that counts a transfer in it', async () => {
  const organization = await getOrganization();
  toNovember();
  let closing: ReturnType<typeof close> | undefined;
  let isClosed = false;
  await world.server.db.transaction().execute(async (trx) => {
    expect(await findAccountingDay(trx, organization, IN_OCTOBER)).toEqual({ day: IN_OCTOBER });
    closing = close().finally(() => {
      isClosed = true;
    });
    await setTimeout(300);
    expect(isClosed).toBe(false);
  });
  expect((await closing)?.status).toBe(200);
});
