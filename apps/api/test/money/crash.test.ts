import { randomUUID } from 'node:crypto';
import type { NewProgram } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { breakable, readOrganization } from '../setup/crash.ts';
import { DAY_SECONDS } from '../setup/ledger.ts';
import {
  createMoneyFixture,
  type MoneyFixture,
  ON_WON,
  type RewardState,
  WHY,
} from '../setup/money-fixture.ts';

let database: TestDatabase;
let broken: ReturnType<typeof breakable>;
let fixture: MoneyFixture;
beforeAll(async () => {
  database = await reusedDatabase();
  broken = breakable(database);
  fixture = await createMoneyFixture(database.db, broken.db);
});
afterAll(() => database.drop());

type Found = Awaited<ReturnType<MoneyFixture['createReward']>>;
const paymentOf = async ({ partner }: Found) => (await fixture.paymentsOf(partner))[0]?.id ?? '';

const EFFECTS: {
  name: string;
  at: RewardState;
  /** Number of statements before the transaction, which change nothing. */
  reads?: number;
  effect: (reward: Found) => Promise<() => Promise<unknown>>;
}[] = [
  {
    name: 'winning a lead',
    at: 'hold',
    effect: async ({ program, partner }) => {
      const { id } = await fixture.lead(program, partner);
      await fixture.move(id, 'in_progress');
      return fixture.prepareMove(id, 'won', 3_000_000);
    },
  },
  ...(['hold', 'draft', 'paid'] as const).map((at) => ({
    name: `a lead that is lost, its reward in ${at}`,
    at,
    effect: ({ id }: Found) => fixture.prepareMove(id, 'lost'),
  })),
  {
    name: "a deal's amount that changes",
    at: 'available',
    effect: ({ id }) => fixture.prepareDealChange(id, 2_000_000),
  },
  {
    name: 'creating a payment',
    at: 'available',
    effect: async ({ partner }) => {
      const key = randomUUID();
      return () => fixture.ledger.payments.create(fixture.staff, { partner: partner.id }, key);
    },
  },
  {
    name: 'marking a payment as paid',
    at: 'approved',
    effect: async (reward) => {
      const [id, key] = [await paymentOf(reward), randomUUID()];
      return () => fixture.pay(id, key);
    },
  },
  {
    name: 'closing a period',
    at: 'hold',
    reads: 1,
    effect: async ({ program, partner }) => {
      const { version } = await fixture.ledger.programs.get(fixture.staff, program);
      const tiers = [
        { from: 0, fixed_kop: 1000 },
        { from: 1, fixed_kop: 3000 },
      ];
      const reward = { kind: 'tiered', period: 'month', mode: 'whole_period', tiers } as const;
      const patch = { reward } as unknown as Partial<NewProgram>;
      await fixture.ledger.programs.update(fixture.staff, program, { version, ...patch });
      const { id } = await fixture.lead(program, partner);
      await fixture.move(id, 'in_progress');
      await fixture.move(id, 'won', 3_000_000);
      fixture.ledger.advance(31 * DAY_SECONDS);
      return () => fixture.ledger.closeDuePeriods();
    },
  },
  {
    name: 'canceling a payment',
    at: 'approved',
    effect: async (reward) => {
      const id = await paymentOf(reward);
      return () => fixture.ledger.transitions.cancel(fixture.staff, id, { reason: WHY });
    },
  },
];

test.each(EFFECTS)(
  '$name changes everything or nothing when the connection breaks at any statement',
  async ({ at, reads = 0, effect }) => {
    const reward = await fixture.createReward(ON_WON, 'won');
    await fixture.bonus(reward.partner, 30_000);
    await fixture.advanceRewards(reward.partner, at);
    const act = await effect(reward);
    const before = await readOrganization(database, fixture.organizationId);
    let statements = 1 + reads;
    while (!(await broken.breakAfter(statements, act))) {
      expect(await readOrganization(database, fixture.organizationId)).toEqual(before);
      statements += 1;
    }
    expect(statements).toBeGreaterThan(5);
    expect(await readOrganization(database, fixture.organizationId)).not.toEqual(before);
    await fixture.expectConsistentMoney(reward.partner);
  },
);
