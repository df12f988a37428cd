import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { createStage, ON_QUALIFIED, type Stage } from '../setup/money-stage.ts';

let database: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  database = await reusedDatabase();
  stage = await createStage(database.db);
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
    const reward = await stage.rewardFor({ reward: { kind: 'percent', percent_bps: bps } }, deal);
    expect(reward?.amount_kop).toBe(kop);
  },
);

test.each([
  { deal: 66_653, kop: 4999 },
  { deal: 66_660, kop: 5000 },
  { deal: 66_674, kop: 5000 },
  { deal: TOP, kop: 5000 },
])('a cap of 50 roubles limits the reward for a deal of $deal kopecks to $kop', async ({ deal, kop }) => {
  const reward = await stage.rewardFor(
    { reward: { kind: 'percent', percent_bps: 750, cap_per_lead_kop: 5000 } },
    deal,
  );
  expect(reward?.amount_kop).toBe(kop);
});

test('a reward gets the tier of the smallest free place among the rewarded leads of the partner in the program', async () => {
  const tiers = [
    { from: 0, fixed_kop: 1000 },
    { from: 9, fixed_kop: 5000 },
    { from: 10, fixed_kop: 9000 },
  ];
  const { program, partner } = await stage.terms({
    reward_event: 'lead_qualified',
    reward: { kind: 'tiered', tiers },
  });
  const ids: string[] = [];
  for (let made = 0; made < 11; made += 1) {
    const { id } = await stage.lead(program, partner);
    await stage.move(id, 'qualified');
    ids.push(id);
  }
  const kops = async () =>
    (await stage.accrualsOf(partner))
      .filter(({ status }) => status === 'hold')
      .map(({ amount_kop }) => amount_kop);
  expect(await kops()).toEqual([...Array.from({ length: 9 }, () => 1000), 5000, 9000]);
  await stage.move(ids[0] ?? '', 'lost');
  const { id } = await stage.lead(program, partner);
  await stage.move(id, 'qualified');
  expect((await kops()).at(-1)).toBe(1000);
  await stage.move(ids[10] ?? '', 'lost');
  await stage.move(ids[9] ?? '', 'lost');
  for (const kop of [5000, 9000]) {
    const last = await stage.lead(program, partner);
    await stage.move(last.id, 'qualified');
    expect((await kops()).at(-1)).toBe(kop);
  }
});

describe('a program budget', () => {
  const spend = async (budget_kop: number) => {
    const found = await stage.terms({ ...ON_QUALIFIED, budget_kop });
    const early = [
      await stage.lead(found.program, found.partner),
      await stage.lead(found.program, found.partner),
    ];
    await stage.move(early[0]?.id ?? '', 'qualified');
    return { ...found, second: early[1]?.id ?? '' };
  };
  const rewards = async (partner: Parameters<Stage['accrualsOf']>[0]) =>
    (await stage.accrualsOf(partner)).map(({ status, review_reason }) => [status, review_reason]);
  const exhausted = {
    answer: {
      status: 409,
      body: { code: 'budget_exhausted', detail: expect.stringContaining('Бюджет исчерпан') },
    },
  };

  test('can be spent completely, and then the program accepts no leads until it is raised', async () => {
    const { program, partner, second } = await spend(100_000);
    await stage.move(second, 'qualified');
    expect(await rewards(partner)).toEqual([
      ['hold', null],
      ['hold', null],
    ]);
    await expect(stage.lead(program, partner)).rejects.toMatchObject(exhausted);
    const { version } = await stage.ledger.programs.get(stage.staff, program);
    await stage.ledger.programs.update(stage.staff, program, { version, budget_kop: 100_001 });
    expect((await stage.lead(program, partner)).status).toBe('new');
  });

  test('that is one kopeck too small puts the reward under review', async () => {
    const { program, partner, second } = await spend(99_999);
    await stage.move(second, 'qualified');
    expect(await rewards(partner)).toEqual([
      ['hold', null],
      ['review', 'budget'],
    ]);
    await expect(stage.lead(program, partner)).rejects.toMatchObject(exhausted);
    await stage.expectOrder(partner);
  });

  test('gets the amount of a reversed reward back', async () => {
    const { program, partner, second } = await spend(50_000);
    await expect(stage.lead(program, partner)).rejects.toMatchObject(exhausted);
    await stage.move(second, 'qualified');
    await stage.move(second, 'rejected');
    const [first] = await stage.accrualsOf(partner);
    await stage.move(first?.lead_id ?? '', 'rejected');
    const third = await stage.lead(program, partner);
    await stage.move(third.id, 'qualified');
    expect((await rewards(partner)).at(-1)).toEqual(['hold', null]);
  });
});
