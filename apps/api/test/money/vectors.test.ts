import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { createMoneyFixture, type MoneyFixture, ON_QUALIFIED } from '../setup/money-fixture.ts';

let database: TestDatabase;
let fixture: MoneyFixture;
beforeAll(async () => {
  database = await reusedDatabase();
  fixture = await createMoneyFixture(database.db);
});
afterAll(() => database.drop());

const TOP = 10_000_000_000_000;

test.each([
  { deal: 1, bps: 4999, kop: undefined },
  { deal: 1, bps: 5000, kop: 1 },
  { deal: 6, bps: 750, kop: undefined },
  { deal: 7, bps: 750, kop: 1 },
  { deal: 133, bps: 750, kop: 10 },
  { deal: 333, bps: 1500, kop: 50 },
  { deal: 33_333_333, bps: 1, kop: 3333 },
  { deal: 99_999, bps: 3333, kop: 33_330 },
  { deal: TOP, bps: 10_000, kop: TOP },
  { deal: TOP - 1, bps: 9999, kop: 9_998_999_999_999 },
])(
  '$bps basis points of $deal kopecks are $kop kopecks, with half a kopeck rounded up',
  async ({ deal, bps, kop }) => {
    const reward = await fixture.rewardFor({ reward: { kind: 'percent', percent_bps: bps } }, deal);
    expect(reward?.amount_kop).toBe(kop);
  },
);

test.each([
  { deal: 66_653, kop: 4999 },
  { deal: 66_660, kop: 5000 },
  { deal: 66_674, kop: 5000 },
  { deal: TOP, kop: 5000 },
])('a cap of 50 roubles limits the reward for a deal of $deal kopecks to $kop', async ({ deal, kop }) => {
  const reward = await fixture.rewardFor(
    { reward: { kind: 'percent', percent_bps: 750, cap_per_lead_kop: 5000 } },
    deal,
  );
  expect(reward?.amount_kop).toBe(kop);
});

test('a reward gets the tier of the smallest free tier position among the rewarded leads of the partner in the program', async () => {
  const tiers = [
    { from: 0, fixed_kop: 1000 },
    { from: 9, fixed_kop: 5000 },
    { from: 10, fixed_kop: 9000 },
  ];
  const { program, partner } = await fixture.createTerms({
    reward_event: 'lead_qualified',
    reward: { kind: 'tiered', tiers },
  });
  const ids: string[] = [];
  for (let index = 0; index < 11; index += 1) {
    const { id } = await fixture.lead(program, partner);
    await fixture.move(id, 'qualified');
    ids.push(id);
  }
  const kops = async () =>
    (await fixture.accrualsOf(partner))
      .filter(({ status }) => status === 'hold')
      .map(({ amount_kop }) => amount_kop);
  expect(await kops()).toEqual([...Array.from({ length: 9 }, () => 1000), 5000, 9000]);
  await fixture.move(ids[0] ?? '', 'lost');
  const { id } = await fixture.lead(program, partner);
  await fixture.move(id, 'qualified');
  expect((await kops()).at(-1)).toBe(1000);
  await fixture.move(ids[10] ?? '', 'lost');
  await fixture.move(ids[9] ?? '', 'lost');
  for (const kop of [5000, 9000]) {
    const last = await fixture.lead(program, partner);
    await fixture.move(last.id, 'qualified');
    expect((await kops()).at(-1)).toBe(kop);
  }
});

describe('a program budget', () => {
  const spend = async (budget_kop: number) => {
    const terms = await fixture.createTerms({ ...ON_QUALIFIED, budget_kop });
    const earlyLeads = [
      await fixture.lead(terms.program, terms.partner),
      await fixture.lead(terms.program, terms.partner),
    ];
    await fixture.move(earlyLeads[0]?.id ?? '', 'qualified');
    return { ...terms, second: earlyLeads[1]?.id ?? '' };
  };
  const rewards = async (partner: Parameters<MoneyFixture['accrualsOf']>[0]) =>
    (await fixture.accrualsOf(partner)).map(({ status, review_reason }) => [status, review_reason]);
  const exhausted = {
    response: {
      status: 409,
      body: { code: 'budget_exhausted', detail: expect.stringContaining('Бюджет исчерпан') },
    },
  };

  test('can be spent completely, and then the program accepts no leads until it is raised', async () => {
    const { program, partner, second } = await spend(100_000);
    await fixture.move(second, 'qualified');
    expect(await rewards(partner)).toEqual([
      ['hold', null],
      ['hold', null],
    ]);
    await expect(fixture.lead(program, partner)).rejects.toMatchObject(exhausted);
    const { version } = await fixture.ledger.programs.get(fixture.staff, program);
    await fixture.ledger.programs.update(fixture.staff, program, { version, budget_kop: 100_001 });
    expect((await fixture.lead(program, partner)).status).toBe('new');
  });

  test('puts the reward under review when it is one kopeck too small', async () => {
    const { program, partner, second } = await spend(99_999);
    await fixture.move(second, 'qualified');
    expect(await rewards(partner)).toEqual([
      ['hold', null],
      ['review', 'budget'],
    ]);
    await expect(fixture.lead(program, partner)).rejects.toMatchObject(exhausted);
    await fixture.expectConsistentMoney(partner);
  });

  test('gets the amount of a reversed reward back', async () => {
    const { program, partner, second } = await spend(50_000);
    await expect(fixture.lead(program, partner)).rejects.toMatchObject(exhausted);
    await fixture.move(second, 'qualified');
    await fixture.move(second, 'rejected');
    const [first] = await fixture.accrualsOf(partner);
    await fixture.move(first?.lead_id ?? '', 'rejected');
    const third = await fixture.lead(program, partner);
    await fixture.move(third.id, 'qualified');
    expect((await rewards(partner)).at(-1)).toEqual(['hold', null]);
  });
});
