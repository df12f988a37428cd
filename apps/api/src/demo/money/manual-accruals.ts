import type { Db } from '../../platform/db/db.ts';
import type { LeadPlan } from '../leads/plan-leads.ts';
import { type DemoScene, participants } from '../scene.ts';
import type { DemoServices } from '../services.ts';
import { type DemoEvent, daysBefore } from '../timeline.ts';

/** Manual accruals. `card` is the index of the partner. */
const MANUAL_ACCRUALS = [
  { days: 118, card: 4, kind: 'bonus', amount_kop: 500_000, explanation: 'Бонус за лучший месяц' },
  { days: 64, card: 0, kind: 'bonus', amount_kop: 300_000, explanation: 'Бонус за десять сделок' },
  { days: 33, card: 7, kind: 'correction', amount_kop: -85_000, explanation: 'Печать буклетов для партнера' },
  { days: 16, card: 12, kind: 'correction', amount_kop: 70_000, explanation: 'Доплата по итогам сверки' },
  // The partner whose payout method has just changed: the bonus waits for the end of the waiting period.
  { days: 6, card: 9, kind: 'bonus', amount_kop: 150_000, explanation: 'Бонус за приведенного партнера' },
] as const;
const CANCELED = {
  days: 8,
  card: 6,
  kind: 'bonus',
  amount_kop: 200_000,
  explanation: 'Бонус за отзыв',
} as const;

/** Partners with a reward in manual review. `days` is the age of the review. */
const UNDER_REVIEW = [
  { days: 2, card: 0 },
  { days: 1, card: 14 },
] as const;

/** Manual decisions about accruals. */
export function eventsOfAccruals(
  trx: Db,
  scene: DemoScene,
  plans: readonly LeadPlan[],
  { accruals }: DemoServices,
): DemoEvent[] {
  const { staff, now } = scene;
  const cards = participants(scene);
  const partner = (index: number) => cards[index]?.id ?? '';
  const create = ({ days: _, card, ...accrual }: (typeof MANUAL_ACCRUALS)[number] | typeof CANCELED) =>
    accruals.create(staff, { ...accrual, partner: partner(card), program: null });
  return [
    ...MANUAL_ACCRUALS.map((one) => ({ at: daysBefore(now, one.days), apply: () => create(one) })),
    {
      at: daysBefore(now, CANCELED.days),
      async apply() {
        const { id } = await create(CANCELED);
        await accruals.cancel(staff, id, 'Начислено по ошибке');
      },
    },
    ...UNDER_REVIEW.map(({ days, card }) => ({
      at: daysBefore(now, days),
      async apply() {
        const id = await findLastReward(
          trx,
          scene,
          partner(card),
          settledPhones(plans, daysBefore(now, days)),
        );
        if (id !== undefined) await accruals.review(staff, id, 'Уточняем у клиента, кто его привел');
      },
    })),
  ];
}

/** Phones of the leads that do not change after a moment. A later change could end a review. */
const settledPhones = (plans: readonly LeadPlan[], at: Date) =>
  plans
    .filter(({ steps }) => steps.every(({ moment }) => moment <= at))
    .map(({ contact: { phone } }) => phone);

/** The id of the partner's last reward on hold for a lead with one of these phones. */
async function findLastReward(
  trx: Db,
  { organizationId }: DemoScene,
  partnerId: string,
  phones: readonly string[],
) {
  const reward = await trx
    .selectFrom('accruals as a')
    .innerJoin('leads as l', (join) =>
      join.onRef('l.organization_id', '=', 'a.organization_id').onRef('l.id', '=', 'a.lead_id'),
    )
    .select('a.id')
    .where('a.organization_id', '=', organizationId)
    .where('a.partner_id', '=', partnerId)
    .where('a.kind', '=', 'reward')
    .where('a.status', '=', 'hold')
    .where('l.phone', 'in', phones)
    .orderBy('a.number', 'desc')
    .executeTakeFirst();
  return reward?.id;
}
