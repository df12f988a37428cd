import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_SECONDS, type Ledger, newColleague, newPartners, newProgram, START } from '../setup/ledger.ts';
import { compareFigures } from '../setup/money-company.ts';
import { type MoneyFixture, ON_WON } from '../setup/money-fixture.ts';
import { createRun } from '../setup/money-run.ts';
import { steps } from '../setup/money-steps.ts';
import { countValues } from '../setup/parallel.ts';
import { createTwoLedgers, outcomes } from '../setup/two-ledgers.ts';

let world: Awaited<ReturnType<typeof createTwoLedgers>>;
let fixture: MoneyFixture;
let ledgers: [Ledger, Ledger];
beforeAll(async () => {
  world = await createTwoLedgers();
  ({ stage: fixture, ledgers } = world);
});
afterAll(() => world.stop());

const ROUNDS = Array.from({ length: 8 }, (_, round) => round);

/** Creates five partners of one program, each with a won lead whose reward is available. */
async function createWonLeads() {
  const { program } = await fixture.createTerms(ON_WON);
  const partners = await newPartners(fixture.ledger, fixture.staff, [program], 5);
  const leads: string[] = [];
  for (const partner of partners) {
    const { id } = await fixture.lead(program, partner);
    await fixture.move(id, 'in_progress');
    await fixture.move(id, 'won', 1_000_000);
    leads.push(id);
  }
  fixture.ledger.advance(14 * DAY_SECONDS);
  world.sync();
  return { program, partners, leads };
}

type WonLeads = Awaited<ReturnType<typeof createWonLeads>>;

/** Loses the leads on one server while the other one gives bonuses to other partners of the program. */
async function loseLeadsBesideBonuses({ program, partners, leads }: WonLeads) {
  const bonus = { kind: 'bonus' as const, amount_kop: 100, program, explanation: 'За старание' };
  const others = await newPartners(fixture.ledger, fixture.staff, [program], 5);
  const results = await outcomes([
    ...leads.map((id) => fixture.move(id, 'lost')),
    ...others.map(({ id }) => ledgers[1].accruals.create(fixture.staff, { ...bonus, partner: id })),
  ]);
  expect(countValues(results)).toEqual({ ok: 10 });
  await fixture.expectConsistentMoney(...partners, ...others);
}

test.each(ROUNDS)('concurrent reversals and bonuses in one program cause no deadlock, round %i', async () => {
  const won = await createWonLeads();
  for (const [index, partner] of won.partners.entries()) {
    const { id } = await fixture.ledger.payments.create(fixture.staff, { partner: partner.id }, undefined);
    await fixture.advancePayment({ id }, 'approved');
    await fixture.setDeal(won.leads[index] ?? '', 2_000_000);
  }
  await loseLeadsBesideBonuses(won);
});

test.each(ROUNDS)(
  'lost leads whose draft payments the bank has transferred and bonuses in one program cause no deadlock, round %i',
  async () => {
    const won = await createWonLeads();
    for (const { id: partner } of won.partners)
      await fixture.transfer(
        await fixture.ledger.payments.create(fixture.staff, { partner }, undefined),
        10_000,
      );
    await loseLeadsBesideBonuses(won);
  },
);

test('random concurrent actions for many partners cause no deadlock and keep all invariants of money', async () => {
  const programs = [await newProgram(fixture.ledger, fixture.staff, ON_WON)];
  programs.push(
    await newProgram(fixture.ledger, fixture.staff, {
      hold_days: 0,
      reward: { kind: 'fixed', fixed_kop: 700 },
    }),
  );
  const partners = await newPartners(fixture.ledger, fixture.staff, programs, 6);
  const sequences = fc.sample(steps(60), { numRuns: 16, seed: 20_260_302 });
  const { staff } = fixture;
  const colleague = await newColleague(world.db, fixture.organizationId);
  for (const ledger of ledgers) ledger.setClock(START);
  await Promise.all(
    sequences.map(async (sequence, index) => {
      const participants = {
        staff,
        colleague,
        programs,
        partners: partners.slice(index % 3, (index % 3) + 4),
      };
      const take = createRun(ledgers[(index % 2) as 0 | 1], participants);
      for (const step of sequence) await take(step);
    }),
  );
  await fixture.expectConsistentMoney(...partners);
  const [stored, recomputed] = await compareFigures(world.db);
  expect(stored).toEqual(recomputed);
  await fixture.expectConsistentMoney(...partners);
}, 120_000);
