import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentAttempts } from '../../src/database/migrations/0067-payment-attempts.ts';
import { createPaymentContent } from '../../src/money/payments/payment-content.ts';
import type { Staff } from '../../src/platform/http/viewer.ts';
import { reusedDatabase, type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { DAY_SECONDS, type Ledger } from '../setup/ledger.ts';
import { createMoneyFixture, type MoneyFixture, WHY } from '../setup/money-fixture.ts';

let database: TestDatabase;
let fixture: MoneyFixture;
beforeAll(async () => {
  database = await reusedDatabase();
  fixture = await createMoneyFixture(database.db);
});
afterAll(() => database.drop());

const attemptsOf = (payment: string) =>
  database.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', payment)
    .orderBy('attempt')
    .execute();
const eventsOf = (payment: string) =>
  database.db
    .selectFrom('payment_attempt_events')
    .select(['attempt', 'event', 'reason', 'external_ref', sql<string | null>`paid_on::text`.as('paid_on')])
    .select(['at', 'actor_id'])
    .where('payment_id', '=', payment)
    .orderBy('sequence')
    .execute();

/** Gives a partner another payout method, which can be used after two days. */
async function changeMethod(ledger: Ledger, staff: Staff, partner: string) {
  const method = await ledger.methods.create(staff, partner, {
    ...{ kind: 'bank_account', bank: 'Другой банк', bik: '044525974', account: '40702810400000000002' },
    ...{ corr_account: '30101810145250000974', kpp: '' },
  });
  await ledger.methods.prefer(staff, method.id);
}

/** Creates an approved payment of 500 ₽. */
async function approved() {
  const { ledger, staff } = fixture;
  const { partner } = await fixture.createTerms();
  await fixture.bonus(partner, 50_000);
  ledger.advance(2 * DAY_SECONDS);
  const { id } = await ledger.payments.create(staff, { partner: partner.id }, undefined);
  await ledger.transitions.approve(staff, id, {});
  return { partner, id };
}

describe('the attempts of a payment', () => {
  test('keep the requisites, the partner and the outcome of each approval', async () => {
    const { ledger, staff } = fixture;
    const { partner, id } = await approved();
    const approvedAt = ledger.clock();
    await ledger.transitions.process(staff, id, {});
    ledger.advance(60);
    await ledger.transitions.fail(staff, id, { reason: 'Счет закрыт' });
    await database.db
      .updateTable('partners')
      .set({ name: 'Новое имя', kind: 'legal', inn: '7707083893', company_name: 'Новое имя' })
      .where('id', '=', partner.id)
      .execute();
    await changeMethod(ledger, staff, partner.id);
    ledger.advance(2 * DAY_SECONDS);
    await ledger.transitions.retry(staff, id, {});
    await fixture.pay(id);
    const [first, second, ...more] = await attemptsOf(id);
    expect(more).toEqual([]);
    const payment = await ledger.payments.withRequisites(staff, id);
    expect(first).toMatchObject({ amount_kop: 50_000, approved_at: approvedAt, approved_by: staff.userId });
    expect(second).toMatchObject({
      ...{ payee_kind: 'legal', payee_inn: '7707083893' },
      ...{ purpose: payment.purpose, method: payment.method, unknown: {} },
    });
    expect(first?.method?.account).not.toBe(second?.method?.account);
    expect(first?.payee_kind).not.toBe(second?.payee_kind);
    expect(first?.method?.payee).not.toBe(second?.method?.payee);
    expect(await eventsOf(id)).toMatchObject([
      { attempt: 1, event: 'processing', at: approvedAt, actor_id: staff.userId },
      { attempt: 1, event: 'failed', reason: 'Счет закрыт', paid_on: null },
      { attempt: 2, event: 'paid', reason: '', paid_on: fixture.today(), external_ref: 'ПП 12' },
    ]);
  });

  test('stay after a cancellation, with its reason', async () => {
    const { id } = await approved();
    await fixture.ledger.transitions.cancel(fixture.staff, id, { reason: WHY });
    expect(await attemptsOf(id)).toHaveLength(1);
    expect(await eventsOf(id)).toMatchObject([{ attempt: 1, event: 'canceled', reason: WHY }]);
  });

  test('do not exist for a payment that is canceled before its approval', async () => {
    const { partner } = await fixture.createTerms();
    await fixture.bonus(partner, 50_000);
    const { id } = await fixture.ledger.payments.create(fixture.staff, { partner: partner.id }, randomUUID());
    await fixture.ledger.transitions.cancel(fixture.staff, id, { reason: WHY });
    expect([await attemptsOf(id), await eventsOf(id)]).toEqual([[], []]);
  });

  test.each(['payment_attempts', 'payment_attempt_events'])('never change in %s', async (table) => {
    const { id } = await approved();
    await fixture.pay(id);
    for (const statement of [
      sql`update ${sql.table(table)} set attempt = attempt`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)} cascade`,
    ])
      await expect(statement.execute(database.db)).rejects.toMatchObject({ code: '23001' });
  });
});

const ITEMS = { ordering: 'number', page_size: 25 } as const;

describe('the history of a payment', () => {
  test('shows each attempt with its author, its requisites and the words of the bank', async () => {
    const { ledger, staff } = fixture;
    const { partner, id } = await approved();
    const approvedAt = ledger.clock().toISOString();
    await ledger.transitions.process(staff, id, {});
    await ledger.transitions.fail(staff, id, { reason: 'Счет закрыт' });
    await changeMethod(ledger, staff, partner.id);
    ledger.advance(2 * DAY_SECONDS);
    await ledger.transitions.retry(staff, id, {});
    await fixture.pay(id);
    const { results } = await ledger.payments.attempts(staff, id);
    const { method, purpose } = await ledger.payments.withRequisites(staff, id);
    expect(results).toMatchObject([
      {
        ...{ attempt: 1, approved_at: approvedAt, approved_by: 'Петров', amount_kop: 50_000, accruals: 1 },
        ...{
          method: { kind: 'sbp' },
          payee_kind: 'ip',
          payee_inn: expect.stringMatching(/^\d{12}$/),
          unknown: [],
        },
        events: [
          { event: 'processing', by: 'Петров' },
          { event: 'failed', reason: 'Счет закрыт', at: approvedAt, paid_on: null },
        ],
      },
      {
        ...{ attempt: 2, method, purpose },
        events: [{ event: 'paid', paid_on: fixture.today(), external_ref: 'ПП 12', reason: '' }],
      },
    ]);
    expect(results).toHaveLength(2);
  });

  test('hides requisites from employees without access to them', async () => {
    const { id } = await approved();
    const { results } = await fixture.ledger.payments.attempts({ ...fixture.staff, position: 'viewer' }, id);
    expect(results).toMatchObject([{ method: null, payee_inn: null, payee_kind: 'ip', amount_kop: 50_000 }]);
  });

  test.each(['canceled', 'returned'])('shows the former accruals of a %s payment', async (end) => {
    const { ledger, staff } = fixture;
    const { partner, id } = await approved();
    const added = ledger.clock().toISOString();
    if (end === 'returned') await fixture.pay(id);
    ledger.advance(60);
    if (end === 'returned') await fixture.returnPayment(id);
    else await ledger.transitions.cancel(staff, id, { reason: WHY });
    const [accrual] = await fixture.accrualsOf(partner);
    expect((await ledger.payments.items(staff, id, { ...ITEMS, removed: 'true' })).results).toEqual([]);
    expect(await ledger.payments.items(staff, id, { ...ITEMS, removed: 'false' })).toEqual({
      ...{ next: null, previous: null },
      results: [
        {
          ...{ id: accrual?.id, number: `Н-${accrual?.number}`, kind: 'bonus', lead: null, sale: null },
          ...{ explanation: accrual?.explanation, amount_kop: 50_000, added_at: added },
          ...{ removed_at: ledger.clock().toISOString(), removed_by: 'Петров' },
        },
      ],
    });
  });

  test('shows the accruals that an edit took out of a draft, until they are added again', async () => {
    const { ledger, staff } = fixture;
    const { partner } = await fixture.createTerms();
    await fixture.bonus(partner, 50_000);
    await fixture.bonus(partner, 30_000);
    ledger.advance(2 * DAY_SECONDS);
    const { id } = await ledger.payments.create(staff, { partner: partner.id }, undefined);
    const [first, second] = await fixture.accrualsOf(partner);
    const content = createPaymentContent(database.db, ledger.clock);
    await content.change(staff, id, { remove: [first?.id ?? ''] });
    const removed = await ledger.payments.items(staff, id, { ...ITEMS, removed: 'true' });
    expect(removed.results).toMatchObject([{ id: first?.id, removed_by: 'Петров' }]);
    ledger.advance(60);
    await content.change(staff, id, { add: [first?.id ?? ''] });
    expect((await ledger.payments.items(staff, id, { ...ITEMS, removed: 'true' })).results).toEqual([]);
    expect((await ledger.payments.items(staff, id, ITEMS)).results).toMatchObject([
      { id: first?.id, removed_at: null },
      { id: second?.id, removed_at: null },
    ]);
    await content.change(staff, id, { remove: [first?.id ?? ''] });
    ledger.advance(60);
    await ledger.transitions.cancel(staff, id, { reason: WHY });
    expect((await ledger.payments.items(staff, id, { ...ITEMS, removed: 'true' })).results).toMatchObject([
      { id: first?.id },
    ]);
    expect((await ledger.payments.items(staff, id, { ...ITEMS, removed: 'false' })).results).toMatchObject([
      { id: second?.id },
    ]);
  });
});

test('the upgrade takes the kind before a later change, and gives a cause for each value that it cannot know', async () => {
  const { db, drop } = await testDatabase();
  const own = await createMoneyFixture(db);
  const { ledger, staff } = own;
  const { partner } = await own.createTerms();
  await own.bonus(partner, 50_000);
  ledger.advance(2 * DAY_SECONDS);
  const { id } = await ledger.payments.create(staff, { partner: partner.id }, undefined);
  await ledger.transitions.approve(staff, id, {});
  await ledger.transitions.process(staff, id, {});
  ledger.advance(60);
  await ledger.transitions.fail(staff, id, { reason: 'Счет закрыт' });
  const { kind, version } = await ledger.partners.get(staff, partner.id);
  ledger.advance(60);
  await ledger.partners.update(staff, partner.id, {
    version,
    kind: 'legal',
    company_name: 'Новое имя',
    inn: '7707083893',
  });
  await changeMethod(ledger, staff, partner.id);
  ledger.advance(2 * DAY_SECONDS);
  await ledger.transitions.retry(staff, id, {});
  await ledger.transitions.cancel(staff, id, { reason: WHY });
  const read = () =>
    db
      .selectFrom('payment_attempts')
      .select(['attempt', 'accrual_ids', 'payee_kind', 'payee_inn', 'method', 'unknown'])
      .where('payment_id', '=', id)
      .orderBy('attempt')
      .execute();
  const [first, second] = await read();
  await sql`drop table payment_attempt_events, payment_attempts`.execute(db);
  await db.transaction().execute((trx) => paymentAttempts.up(trx));
  expect(await read()).toEqual([
    {
      ...first,
      ...{ payee_kind: kind, payee_inn: null, method: null },
      unknown: { method: 'replaced', payee_inn: 'changed' },
    },
    second,
  ]);
  await drop();
});
