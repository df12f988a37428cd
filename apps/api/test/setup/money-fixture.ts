import { randomUUID } from 'node:crypto';
import type { AccrualStatus, Lead, LeadStatus, Payment } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildStatement } from '../../src/money/partner-statement/statement.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import {
  createLedger,
  DAY_SECONDS,
  newOrganization,
  newPartners,
  newPhone,
  newProgram,
  type Person,
  START,
} from './ledger.ts';
import { createMoneyProblems, findMoneyProblems } from './money-problems.ts';
import { statementFile } from './one-c-writer.ts';
import { PAYER } from './payouts.ts';

export const WHY = 'Так решили';

const REASONS: Partial<Record<LeadStatus, object>> = {
  rejected: { reason_code: 'spam' },
  lost: { reason_code: 'refused' },
  in_progress: { reason_comment: 'Снова' },
};

/** States of a live reward: of the accrual itself, or of its payment. */
export const REWARD_STATES = [
  ...(['hold', 'review', 'available'] as const),
  ...(['requested', 'draft', 'approved', 'processing', 'failed', 'paid'] as const),
];
export type RewardState = (typeof REWARD_STATES)[number];

/** Returns true when a reward in this state can no longer be canceled. */
export const isSettled = (state: RewardState) => ['approved', 'processing', 'failed', 'paid'].includes(state);

export const ON_QUALIFIED = { reward_event: 'lead_qualified', reward: { kind: 'fixed', fixed_kop: 50_000 } };
export const ON_WON = { reward_event: 'deal_won', reward: { kind: 'percent', percent_bps: 750 } };

export type MoneyFixture = Awaited<ReturnType<typeof createMoneyFixture>>;

/** Creates a database and a fixture before the tests of a file or a `describe`, and passes the fixture to `assign`. */
export function useMoneyFixture(assign: (fixture: MoneyFixture) => void) {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await reusedDatabase();
    assign(await createMoneyFixture(database.db));
  });
  afterAll(() => database.drop());
}

/** An organization with a ledger, and helpers for tests of money. `by` is the connection of the ledger, by default `db`. */
export async function createMoneyFixture(db: Db, by: Db = db) {
  await createMoneyProblems(db);
  const ledger = createLedger(by);
  const plain = createLedger(db);
  const staff = await newOrganization(db);
  const { organizationId } = staff;

  const lead = (program: string, partner: Person, more: object = {}) =>
    ledger.leads.create(staff, {
      name: 'Анна',
      phone: newPhone(),
      program,
      partner: partner.id,
      ...more,
    }) as Promise<Lead>;
  /** Prepares a transition of a lead. @returns a function that makes it with one call. */
  async function prepareMove(id: string, to: LeadStatus, deal?: number) {
    const { version } = await plain.leads.get(staff, id);
    const amount = deal === undefined ? {} : { deal_amount_kop: deal };
    return () => ledger.leads.transition(staff, id, { to, version, ...REASONS[to], ...amount });
  }
  const move = async (id: string, to: LeadStatus, deal?: number) => (await prepareMove(id, to, deal))();
  async function prepareDealChange(id: string, deal_amount_kop: number) {
    const { version } = await plain.leads.get(staff, id);
    return () => ledger.leads.update(staff, id, { version, deal_amount_kop });
  }
  const setDeal = async (id: string, deal: number) => (await prepareDealChange(id, deal))();
  /** Creates a program with one partner and resets the clock. */
  async function createTerms(more: object = {}) {
    ledger.setClock(START);
    plain.setClock(START);
    const program = await newProgram(plain, staff, more);
    const [partner] = await newPartners(plain, staff, [program], 1);
    if (partner === undefined) throw new Error('no partner was created');
    return { program, partner };
  }
  const accrualsOf = (partner: Person) =>
    db
      .selectFrom('accruals')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('partner_id', '=', partner.id)
      .orderBy('number')
      .execute();
  const paymentsOf = (partner: Person) =>
    db
      .selectFrom('payments')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('partner_id', '=', partner.id)
      .orderBy('number')
      .execute();
  const today = () => ledger.clock().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
  const pay = (id: string, key: string = randomUUID()) =>
    ledger.transitions.pay(staff, id, { paid_on: today(), external_ref: 'ПП 12' }, key);

  /** Records that the bank returned a payment, or a part of it. */
  const returnPayment = (id: string, kop?: number) =>
    ledger.transitions.return(
      staff,
      id,
      { returned_on: today(), external_ref: 'ПП 90', reason: 'Счет закрыт', ...(kop && { amount_kop: kop }) },
      randomUUID(),
    );

  let documentNumber = 0;
  /** Records that the bank transferred an amount for a payment. */
  async function transfer({ id }: Pick<Payment, 'id'>, kop: number) {
    documentNumber += 1;
    const { purpose, method } = await plain.payments.withRequisites(staff, id);
    const debit = { number: String(documentNumber), day: today(), amount: (kop / 100).toFixed(2), purpose };
    const data = statementFile(PAYER.bank_account, [{ ...debit, account: method?.account ?? '' }]);
    const statement = await plain.bank.upload(staff, { name: 'kl_to_1c.txt', data });
    const { results } = await plain.bank.documents(staff, statement.id, { ordering: 'day', page_size: 25 });
    const documents = results.map((document) => document.id);
    expect(await plain.bank.apply(staff, statement.id, { documents })).toEqual({ applied: 1, refused: [] });
  }

  /** Creates a lead with a live reward, the only accrual of its partner. */
  async function createReward(rule: object, at: 'qualified' | 'won') {
    const { program, partner } = await createTerms(rule);
    const { id } = await lead(program, partner);
    await move(id, 'in_progress');
    await move(id, at, at === 'won' ? 1_000_000 : undefined);
    const [reward] = await accrualsOf(partner);
    if (reward === undefined) throw new Error('there is no reward');
    return { program, partner, id, kop: reward.amount_kop };
  }
  /** Returns the reward for a deal under a rule, or undefined. */
  async function rewardFor(rule: object, deal: number) {
    const { program, partner } = await createTerms(rule);
    const { id } = await lead(program, partner);
    await move(id, 'in_progress');
    await move(id, 'won', deal);
    return (await accrualsOf(partner))[0];
  }
  /** Moves a payment forward to a state. */
  async function advancePayment({ id }: Pick<Payment, 'id'>, to: RewardState) {
    const distance = { approved: 1, processing: 2, failed: 3, paid: 3 }[to as string] ?? 0;
    if (distance > 0) await ledger.transitions.approve(staff, id, {});
    if (distance > 1) await ledger.transitions.process(staff, id, {});
    if (to === 'failed') await ledger.transitions.fail(staff, id, { reason: WHY });
    if (to === 'paid') await pay(id);
  }
  /** Moves the held or available rewards of a partner to a state. */
  async function advanceRewards(partner: Person, to: RewardState) {
    if (to === 'hold') return;
    if (to === 'review') {
      for (const { id } of await accrualsOf(partner)) await ledger.accruals.review(staff, id, WHY);
      return;
    }
    ledger.advance(14 * DAY_SECONDS);
    if (to === 'available') return;
    const payment =
      to === 'requested'
        ? await ledger.payments.request(partner.viewer, partner.id, undefined)
        : await ledger.payments.create(staff, { partner: partner.id }, undefined);
    await advancePayment(payment, to);
  }
  /** Returns kind, amount and status of a partner's accruals, oldest first. */
  const entriesOf = async (partner: Person) =>
    (await accrualsOf(partner)).map(({ kind, amount_kop, status }): [string, number, AccrualStatus] => [
      kind,
      amount_kop,
      status,
    ]);
  const expectConsistentMoney = async (...partners: Person[]) =>
    expect(await findMoneyProblems(db, { organizationId, partners: partners.map(({ id }) => id) })).toEqual(
      [],
    );

  return {
    db,
    ledger,
    staff,
    organizationId,
    lead,
    move,
    prepareMove,
    setDeal,
    prepareDealChange: prepareDealChange,
    createTerms: createTerms,
    accrualsOf,
    paymentsOf,
    pay,
    transfer,
    returnPayment,
    advancePayment: advancePayment,
    createReward: createReward,
    rewardFor,
    advanceRewards: advanceRewards,
    entriesOf: entriesOf,
    expectConsistentMoney: expectConsistentMoney,
    today,
    bonus: (partner: Person, amount_kop: number, kind: 'bonus' | 'correction' = 'bonus', program?: string) =>
      ledger.accruals.create(staff, {
        partner: partner.id,
        kind,
        amount_kop,
        program,
        explanation: 'За старание',
      }),
    statement: (partner: Person, from: string, to: string) =>
      buildStatement(db, staff, partner.id, { from, to }, ledger.clock()),
    leadRow: (id: string) =>
      db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}
