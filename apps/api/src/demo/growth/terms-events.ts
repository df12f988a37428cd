import type { Reward } from '@referral-dashboard/api-contract';
import { dayIn } from '../../platform/clock.ts';
import type { DemoServices } from '../services.ts';
import { type DemoEvent, daysBefore } from '../timeline.ts';
import { type Growth, TRAINING } from './growth-programs.ts';

const GROUP = { name: 'Интеграторы', days: 176, cards: [4, 10], percent_bps: 2000 };
const PERSONAL = {
  days: 162,
  card: 7,
  percent_bps: 1800,
  reason: 'Сам обучает диспетчеров и отвечает на вопросы клиентов',
};

const share = (percent_bps: number): Reward => ({
  kind: 'percent',
  percent_bps,
  applies_to: 'sales_for_months',
  applies_to_limit: 12,
  lines: [{ when: { products: [TRAINING] }, pay: { percent_bps: 3000 } }],
});

/** A group with its own rate, and the personal rate of a partner. */
export function eventsOfTerms(
  { scene: { staff, now }, service }: Growth,
  { clock, groups, personalTerms }: DemoServices,
): DemoEvent[] {
  return [
    {
      at: daysBefore(now, GROUP.days),
      async apply() {
        const programId = service(0).program.id;
        const { name, percent_bps, cards } = GROUP;
        const { id } = await groups.create(staff, programId, { name, reward: share(percent_bps) });
        await groups.assign(staff, programId, { group: id, ids: cards.map((card) => service(card).id) });
      },
    },
    {
      at: daysBefore(now, PERSONAL.days),
      async apply() {
        const { card, percent_bps, reason } = PERSONAL;
        const terms = { reward: share(percent_bps), starts_on: dayIn(clock(), 'Europe/Moscow'), reason };
        await personalTerms.create(staff, service(card).id, terms);
      },
    },
  ];
}
