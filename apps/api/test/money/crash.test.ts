import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { breakable, contentsOf } from '../setup/crash.ts';
import { createStage, ON_WON, type RewardState, type Stage, WHY } from '../setup/money-stage.ts';

let database: TestDatabase;
let broken: ReturnType<typeof breakable>;
let stage: Stage;
beforeAll(async () => {
  database = await reusedDatabase();
  broken = breakable(database);
  stage = await createStage(database.db, broken.db);
});
afterAll(() => database.drop());

type Found = Awaited<ReturnType<Stage['rewarded']>>;
const paymentOf = async ({ partner }: Found) => (await stage.paymentsOf(partner))[0]?.id ?? '';

const EFFECTS: {
  name: string;
  at: RewardState;
  effect: (found: Found) => Promise<() => Promise<unknown>>;
}[] = [
  {
    name: 'winning a lead',
    at: 'hold',
    effect: async ({ program, partner }) => {
      const { id } = await stage.lead(program, partner);
      await stage.move(id, 'in_progress');
      return stage.moving(id, 'won', 3_000_000);
    },
  },
  ...(['hold', 'draft', 'paid'] as const).map((at) => ({
    name: `a lead that is lost, its reward in ${at}`,
    at,
    effect: ({ id }: Found) => stage.moving(id, 'lost'),
  })),
  {
    name: "a deal's amount that changes",
    at: 'available',
    effect: ({ id }) => stage.correcting(id, 2_000_000),
  },
  {
    name: 'creating a payment',
    at: 'available',
    effect: async ({ partner }) => {
      const key = randomUUID();
      return () => stage.ledger.payments.create(stage.staff, { partner: partner.id }, key);
    },
  },
  {
    name: 'marking a payment as paid',
    at: 'approved',
    effect: async (found) => {
      const [id, key] = [await paymentOf(found), randomUUID()];
      return () => stage.pay(id, key);
    },
  },
  {
    name: 'canceling a payment',
    at: 'approved',
    effect: async (found) => {
      const id = await paymentOf(found);
      return () => stage.ledger.transitions.cancel(stage.staff, id, { reason: WHY });
    },
  },
];

test.each(EFFECTS)(
  '$name changes everything or nothing when the connection breaks at any statement',
  async ({ at, effect }) => {
    const found = await stage.rewarded(ON_WON, 'won');
    await stage.bonus(found.partner, 30_000);
    await stage.bringRewards(found.partner, at);
    const act = await effect(found);
    const before = await contentsOf(database, stage.organizationId);
    let statements = 1;
    while (!(await broken.breakAfter(statements, act))) {
      expect(await contentsOf(database, stage.organizationId)).toEqual(before);
      statements += 1;
    }
    expect(statements).toBeGreaterThan(5);
    expect(await contentsOf(database, stage.organizationId)).not.toEqual(before);
    await stage.expectOrder(found.partner);
  },
);
