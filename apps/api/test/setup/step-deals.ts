import type { NewProgram, Page, Sale, StepMeasure, StepPeriod } from '@referral-dashboard/api-contract';
import type { Person } from './ledger.ts';
import type { MoneyFixture } from './money-fixture.ts';

/** Terms that pay a reward for deals at once. */
export const dealTerms = (reward: object) => ({ reward_event: 'deal_won', hold_days: 0, reward });

/** Returns a rule that pays by steps. `pays` has the pay from each start: a sum in kopecks, or a rate in basis points. */
export const stepRule = (
  [measure, period]: [StepMeasure, StepPeriod],
  pay: 'fixed_kop' | 'percent_bps',
  pays: Readonly<Record<number, number>>,
) => ({
  kind: 'tiered' as const,
  measure,
  period,
  tiers: Object.entries(pays).map(([from, amount]) => ({ from: Number(from), [pay]: amount })),
});

/** Deals of partners with their rewards. `of` returns the current fixture. */
export const createDeals = (of: () => MoneyFixture) => {
  /** Wins a deal of a partner. @returns the lead. */
  const win = async (program: string, partner: Person, deal = 100_000) => {
    const { id } = await of().lead(program, partner);
    await of().move(id, 'in_progress');
    await of().move(id, 'won', deal);
    return id;
  };
  const rewards = async (partner: Person) =>
    (await of().accrualsOf(partner))
      .filter(({ status }) => status !== 'canceled')
      .map(({ amount_kop }) => amount_kop);
  const saleOf = async (partner: Person, lead: string) => {
    const { results }: Page<Sale> = await of().ledger.sales.list(of().staff, {
      partner: [partner.id],
      page_size: 25,
      ordering: 'paid_on',
    });
    const sale = results.find((one) => one.lead?.id === lead && one.refund_of === null);
    if (sale === undefined) throw new Error('the deal has no sale');
    return sale;
  };
  const refund = async (partner: Person, lead: string, amount_kop: number) => {
    const { ledger, staff } = of();
    const { id } = await saleOf(partner, lead);
    await ledger.sales.refund(staff, id, { amount_kop, paid_on: ledger.today() }, undefined);
  };
  const changeReward = async (program: string, reward: object) => {
    const { ledger, staff } = of();
    const { version } = await ledger.programs.get(staff, program);
    const patch = { reward } as Partial<NewProgram>;
    await ledger.programs.update(staff, program, { version, ...patch });
  };
  const setZone = (time_zone: string) =>
    of().db.updateTable('organizations').set({ time_zone }).where('id', '=', of().organizationId).execute();
  return { win, rewards, saleOf, refund, changeReward, setZone };
};
