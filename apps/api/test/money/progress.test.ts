import { describe, expect, test } from 'vitest';
import type { Person } from '../setup/ledger.ts';
import { type MoneyFixture, useMoneyFixture } from '../setup/money-fixture.ts';
import { createDeals, dealTerms as terms } from '../setup/step-deals.ts';

let fixture: MoneyFixture;
useMoneyFixture((created) => {
  fixture = created;
});
const { win, refund } = createDeals(() => fixture);

const [low, high] = [
  { from: 0, percent_bps: 1000 },
  { from: 500_000, percent_bps: 1200 },
];
const BY_TURNOVER = { kind: 'tiered', measure: 'turnover', period: 'quarter', tiers: [low, high] } as const;
const [first, third] = [
  { from: 0, fixed_kop: 1000 },
  { from: 3, fixed_kop: 3000 },
];
const BY_COUNT = { kind: 'tiered', measure: 'count', period: 'month', tiers: [first, third] } as const;

async function progressOf(program: string, { viewer }: Person) {
  const read = await fixture.ledger.programs.get(viewer, program);
  return 'progress' in read ? read.progress : undefined;
}

describe('progress to the next step', () => {
  test('counts the turnover of the period, and starts again with the next one', async () => {
    const { program, partner } = await fixture.createTerms(terms(BY_TURNOVER));
    expect(await progressOf(program, partner)).toEqual({
      step: { current: low, next: high, left: 500_000 },
      cap_left_kop: null,
    });
    const lead = await win(program, partner, 400_000);
    expect(await progressOf(program, partner)).toMatchObject({ step: { current: low, left: 100_000 } });
    await win(program, partner, 100_000);
    expect(await progressOf(program, partner)).toMatchObject({
      step: { current: high, next: null, left: 0 },
    });
    await refund(partner, lead, 300_000);
    expect(await progressOf(program, partner)).toMatchObject({ step: { current: low, left: 300_000 } });
    fixture.ledger.setClock(new Date('2026-04-01T09:00:00Z'));
    expect(await progressOf(program, partner)).toMatchObject({ step: { current: low, left: 500_000 } });
  });

  test('misses only the gap that a lost deal leaves', async () => {
    const { program, partner } = await fixture.createTerms(terms(BY_COUNT));
    const [, lost] = [await win(program, partner), await win(program, partner)];
    await win(program, partner);
    await win(program, partner);
    expect(await progressOf(program, partner)).toMatchObject({ step: { current: third, next: null } });
    await fixture.move(lost, 'lost');
    expect(await progressOf(program, partner)).toMatchObject({
      step: { current: first, next: third, left: 1 },
    });
    await win(program, partner);
    expect(await progressOf(program, partner)).toMatchObject({ step: { current: third } });
  });

  test('counts rewards of all time for steps without a period', async () => {
    const { program, partner } = await fixture.createTerms({
      reward_event: 'lead_qualified',
      reward: { kind: 'tiered', tiers: [first, third] },
    });
    const { id } = await fixture.lead(program, partner);
    await fixture.move(id, 'in_progress');
    await fixture.move(id, 'qualified');
    expect(await progressOf(program, partner)).toMatchObject({ step: { current: first, left: 2 } });
  });

  test('needs the number itself when the whole period gets the step', async () => {
    const { program, partner } = await fixture.createTerms(terms({ ...BY_COUNT, mode: 'whole_period' }));
    await win(program, partner);
    await win(program, partner);
    expect(await progressOf(program, partner)).toMatchObject({ step: { current: first, left: 1 } });
    await win(program, partner);
    expect(await progressOf(program, partner)).toMatchObject({ step: { current: third, next: null } });
  });
});

test('the cap per partner leaves what the rewards of its period do not use', async () => {
  const reward = { kind: 'percent', percent_bps: 1000, cap_per_partner_kop: 25_000, cap_period: 'month' };
  const { program, partner } = await fixture.createTerms(terms(reward));
  await win(program, partner);
  expect(await progressOf(program, partner)).toEqual({ step: null, cap_left_kop: 15_000 });
  await win(program, partner, 900_000);
  expect(await progressOf(program, partner)).toEqual({ step: null, cap_left_kop: 0 });
});

test('a program without steps and caps has no progress', async () => {
  const { program, partner } = await fixture.createTerms(terms({ kind: 'percent', percent_bps: 1000 }));
  expect(await progressOf(program, partner)).toBeNull();
});
