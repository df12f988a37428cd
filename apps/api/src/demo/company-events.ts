import { MINUTE_MS } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { transitionPartner } from '../referrals/index.ts';
import type { LeadPlan } from './leads/plan-leads.ts';
import { BLOCKED_DAYS } from './partners.ts';
import { type DemoScene, participants } from './scene.ts';
import type { DemoServices } from './services.ts';
import { type DemoEvent, daysBefore, hoursAfter } from './timeline.ts';

/** The budget of this program is spent for an hour in these last days. */
const BUDGET = { program: 1, days: 6 } as const;
/** Increased budget relative to the spending then. */
const INCREASE = 2;
/** Final budget relative to the spending. More than 90 % of it is spent, so the home page has a task. */
const FINAL = 1.06;
const ROUND_KOP = 1_000_000;

/** The release of ended holds, once a day. */
export const eventsOfHolds = ({ now }: DemoScene, days: number, services: DemoServices): DemoEvent[] =>
  Array.from({ length: days }, (_, age) => ({ at: daysBefore(now, age), apply: services.releaseHolds }));

/** The block of a partner. */
export const eventsOfBlocks = (trx: Db, scene: DemoScene, { clock }: DemoServices): DemoEvent[] =>
  participants(scene)
    .filter(({ status }) => status === 'blocked')
    .map(({ id }) => ({
      at: daysBefore(scene.now, BLOCKED_DAYS),
      apply: () =>
        transitionPartner(trx, scene.staff, id, { action: 'block', reason: 'Заявки с одного адреса' }, clock),
    }));

/** A budget that is spent when a deal is won, so that its reward is reviewed, is increased an hour later, and is almost spent now. */
export function eventsOfBudget(
  trx: Db,
  scene: DemoScene,
  plans: readonly LeadPlan[],
  { programs }: DemoServices,
): DemoEvent[] {
  const { organizationId, staff, now } = scene;
  const program = scene.programs[BUDGET.program];
  if (program === undefined) return [];
  const ofProgram = plans.filter((plan) => plan.program === program);
  const windows = ofProgram
    .flatMap(({ partnerId, steps }) =>
      partnerId === null ? [] : steps.filter(({ from, to }) => to === 'won' && from !== 'won'),
    )
    .map(({ moment }) => ({ start: new Date(moment.getTime() - MINUTE_MS), end: hoursAfter(moment, 1) }))
    // A program without a budget left accepts no leads.
    .filter(
      ({ start, end }) => end < hoursAfter(now, -1) && ofProgram.every(({ at }) => at < start || at > end),
    )
    .toSorted((one, other) => one.start.getTime() - other.start.getTime());
  const window = windows.find(({ start }) => start > daysBefore(now, BUDGET.days)) ?? windows.at(-1);
  if (window === undefined) return [];

  async function setBudget(share: number) {
    const { version, spent_kop } = await trx
      .selectFrom('programs as p')
      .innerJoin('program_spending as s', (join) =>
        join.onRef('s.organization_id', '=', 'p.organization_id').onRef('s.program_id', '=', 'p.id'),
      )
      .select(['p.version', 's.spent_kop'])
      .where('p.organization_id', '=', organizationId)
      .where('p.id', '=', program?.id ?? '')
      .executeTakeFirstOrThrow();
    const budget_kop = share === 1 ? spent_kop : Math.round((spent_kop * share) / ROUND_KOP) * ROUND_KOP;
    await programs.update(staff, program?.id ?? '', { version, budget_kop });
  }
  return [
    { at: window.start, apply: () => setBudget(1) },
    { at: window.end, apply: () => setBudget(INCREASE) },
    { at: hoursAfter(now, -1), apply: () => setBudget(FINAL) },
  ];
}
