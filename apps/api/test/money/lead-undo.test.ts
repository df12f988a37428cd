import type { Lead, LeadUndoResult } from '@referral-dashboard/api-contract';
import { describe, expect, test } from 'vitest';
import { newColleague } from '../setup/ledger.ts';
import {
  type MoneyFixture,
  ON_QUALIFIED,
  ON_WON,
  type RewardState,
  useMoneyFixture,
} from '../setup/money-fixture.ts';

let fixture: MoneyFixture;
useMoneyFixture((created) => {
  fixture = created;
});

const undo = (...leads: Pick<Lead, 'id' | 'version'>[]) =>
  fixture.ledger.leads.undoTransitions(fixture.staff, {
    leads: leads.map(({ id, version }) => ({ id, version })),
  });
const undoLast = async (id: string, by = fixture.staff): Promise<LeadUndoResult> => {
  const { version } = await fixture.leadRow(id);
  return fixture.ledger.leads.undoTransitions(by, { leads: [{ id, version }] });
};
const refusal = ({ undone, refused }: LeadUndoResult) => {
  expect(undone).toEqual([]);
  return refused[0]?.detail;
};

/** Creates a lead of a partner. */
async function createLead(terms: object = ON_WON, more: object = {}) {
  const { program, partner } = await fixture.createTerms(terms);
  return { ...(await fixture.lead(program, partner, more)), partner };
}

describe('an undo of the last transition', () => {
  test.each([
    { from: 'new', to: 'in_progress' },
    { from: 'new', to: 'qualified' },
    { from: 'new', to: 'rejected' },
    { from: 'in_progress', to: 'won' },
    { from: 'in_progress', to: 'lost' },
  ] as const)('returns a lead from $to to $from with its own entry in the history', async ({ from, to }) => {
    const { id, partner } = await createLead();
    if (from !== 'new') await fixture.move(id, from);
    const before = await fixture.leadRow(id);
    const deal = to === 'won' ? 1_000_000 : undefined;
    const moved = (await fixture.move(id, to, deal)) as Lead;
    expect(await undo(moved)).toEqual({ undone: [id], refused: [] });
    const { version, updated_at, ...restored } = await fixture.leadRow(id);
    expect({ ...before, ...restored }).toEqual({ ...before });
    expect(version).toBe(before.version + 2);
    const { results } = await fixture.ledger.leads.history(fixture.staff, id);
    expect(results.at(-1)).toMatchObject({
      from_status: to,
      to_status: from,
      comment: 'Перемещение отменено',
    });
    await fixture.expectConsistentMoney(partner);
  });

  test('restores the reason of a rejection and the amount of a lost deal', async () => {
    const { id } = await createLead();
    await fixture.move(id, 'rejected');
    await fixture.move(id, 'in_progress');
    expect(await undoLast(id)).toMatchObject({ undone: [id] });
    expect(await fixture.leadRow(id)).toMatchObject({ status: 'rejected', reason_code: 'spam' });

    const { id: lost } = await createLead();
    await fixture.move(lost, 'in_progress');
    await fixture.move(lost, 'won', 1_000_000);
    await fixture.move(lost, 'lost');
    await fixture.move(lost, 'in_progress');
    expect(await undoLast(lost)).toMatchObject({ undone: [lost] });
    expect(await fixture.leadRow(lost)).toMatchObject({
      status: 'lost',
      reason_code: 'refused',
      deal_amount_kop: 1_000_000,
    });
  });

  test('is refused while another lead holds the phone', async () => {
    const first = await createLead();
    await fixture.move(first.id, 'rejected');
    const { id } = await createLead(ON_WON, { phone: (await fixture.leadRow(first.id)).phone });
    await fixture.move(id, 'rejected');
    await fixture.move(first.id, 'in_progress');
    expect(refusal(await undoLast(id))).toMatch(/С этим телефоном уже есть лид в работе/);
    expect(await fixture.leadRow(id)).toMatchObject({ status: 'rejected' });
  });

  test('is refused after five minutes, for another employee, for another version and without a transition', async () => {
    const { id, version } = await createLead();
    expect(refusal(await undo({ id, version }))).toMatch(/^Лид уже изменен/);
    await fixture.move(id, 'in_progress');
    expect(refusal(await undo({ id, version }))).toMatch(/^Лид уже изменен/);
    const colleague = await newColleague(fixture.db, fixture.organizationId);
    expect(refusal(await undoLast(id, colleague))).toMatch(/^Лид уже изменен/);
    await fixture.ledger.leads.update(colleague, id, { version: 2, company: 'Ромашка' });
    expect(refusal(await undo({ id, version: 2 }))).toMatch(/^Лид уже изменен/);
    expect(refusal(await undoLast(id))).toMatch(/^Лид уже изменен/);

    const { id: late } = await createLead();
    await fixture.move(late, 'in_progress');
    fixture.ledger.advance(300);
    expect(await undoLast(late)).toMatchObject({ undone: [late] });
    await fixture.move(late, 'in_progress');
    fixture.ledger.advance(301);
    expect(refusal(await undoLast(late))).toMatch(/^Прошло больше пяти минут/);
  });

  test('of many leads does not stop at a refused one', async () => {
    const [first, second] = [await createLead(), await createLead()];
    const moved = (await fixture.move(first.id, 'in_progress')) as Lead;
    const result = await undo(second, moved);
    expect(result).toMatchObject({ undone: [first.id], refused: [{ id: second.id }] });
    expect(result.refused[0]?.number).toBe(second.number);
  });
});

describe('an undo of a transition that earned a reward', () => {
  test.each([
    { terms: ON_QUALIFIED, to: 'qualified' },
    { terms: ON_WON, to: 'won' },
  ] as const)('cancels the reward of $to, and the next reward is a new one', async ({ terms, to }) => {
    const { id, partner, kop } = await fixture.createReward(terms, to);
    expect(await undoLast(id)).toMatchObject({ undone: [id] });
    expect(await fixture.entriesOf(partner)).toEqual([['reward', kop, 'canceled']]);
    expect(await fixture.leadRow(id)).toMatchObject({
      status: 'in_progress',
      reward_id: null,
      deal_amount_kop: null,
    });
    await fixture.move(id, to, to === 'won' ? 1_000_000 : undefined);
    expect(await fixture.entriesOf(partner)).toEqual([
      ['reward', kop, 'canceled'],
      ['reward', kop, 'hold'],
    ]);
    await fixture.expectConsistentMoney(partner);
  });

  test('returns the tier position', async () => {
    const tiers = [
      { from: 0, fixed_kop: 1000 },
      { from: 1, fixed_kop: 5000 },
    ];
    const terms = { reward_event: 'lead_qualified', reward: { kind: 'tiered', tiers } };
    const { program, partner } = await fixture.createTerms(terms);
    const [first, second] = [await fixture.lead(program, partner), await fixture.lead(program, partner)];
    await fixture.move(first.id, 'qualified');
    expect(await undoLast(first.id)).toMatchObject({ undone: [first.id] });
    await fixture.move(second.id, 'qualified');
    await fixture.move(first.id, 'qualified');
    expect(await fixture.entriesOf(partner)).toEqual([
      ['reward', 1000, 'canceled'],
      ['reward', 1000, 'hold'],
      ['reward', 5000, 'hold'],
    ]);
    await fixture.expectConsistentMoney(partner);
  });

  test.each(['draft', 'approved', 'paid'] satisfies RewardState[])(
    'is refused while the reward is in a payment that is %s',
    async (state) => {
      const terms = { ...ON_QUALIFIED, hold_days: 0 };
      const { id, partner, kop } = await fixture.createReward(terms, 'qualified');
      const payment = await fixture.ledger.payments.create(fixture.staff, { partner: partner.id }, undefined);
      await fixture.advancePayment(payment, state);
      expect(refusal(await undoLast(id))).toMatch(/^Вознаграждение за лид уже вошло в выплату/);
      expect(await fixture.leadRow(id)).toMatchObject({ status: 'qualified' });
      expect(await fixture.entriesOf(partner)).toEqual([
        ['reward', kop, state === 'paid' ? 'paid' : 'reserved'],
      ]);
      await fixture.expectConsistentMoney(partner);
    },
  );

  test('keeps a reward that both statuses earn', async () => {
    const { id, partner, kop } = await fixture.createReward(ON_QUALIFIED, 'qualified');
    await fixture.move(id, 'won', 500_000);
    expect(await undoLast(id)).toMatchObject({ undone: [id] });
    expect(await fixture.entriesOf(partner)).toEqual([['reward', kop, 'hold']]);
    expect(await fixture.leadRow(id)).toMatchObject({ status: 'qualified', deal_amount_kop: null });
    await fixture.expectConsistentMoney(partner);
  });
});

test('an undo of a transition that canceled a reward is refused', async () => {
  const { id, partner, kop } = await fixture.createReward(ON_WON, 'won');
  await fixture.move(id, 'lost');
  expect(refusal(await undoLast(id))).toMatch(/^Вознаграждение за лид уже отменено/);
  expect(await fixture.entriesOf(partner)).toEqual([['reward', kop, 'canceled']]);
  await fixture.expectConsistentMoney(partner);
});
