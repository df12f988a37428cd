import type { Db } from '../../platform/db/db.ts';
import { type DemoEnrollment, insertEnrollment } from '../partners.ts';
import { insertPrograms, NOTHING, type ProgramSpec } from '../programs.ts';
import { createRandom, type Random } from '../random.ts';
import { type DemoScene, participants } from '../scene.ts';
import { daysBefore } from '../timeline.ts';

/** A separate generator, so that these programs do not shift the other random values. */
const SEED = 20_260_826;
const OPENED_DAYS = 180;
export const TRAINING = 'Обучение диспетчеров';

/** A share of each payment of a client for a year, with another rate for one product; and a ladder by the turnover of the quarter. */
const PROGRAMS: readonly ProgramSpec[] = [
  {
    name: 'Диспетчерская онлайн',
    title: 'Заявки жильцов в одном окне, без звонков и тетрадей',
    event: 'deal_won',
    rule: {
      ...NOTHING,
      kind: 'percent',
      percent_bps: 1500,
      applies_to: 'sales_for_months',
      applies_to_limit: 12,
      lines: [{ when: { products: [TRAINING] }, pay: { percent_bps: 3000 } }],
    },
  },
  {
    name: 'Кухни на заказ',
    title: 'Кухня по вашим размерам за 30 дней',
    event: 'deal_won',
    rule: {
      ...NOTHING,
      kind: 'tiered',
      measure: 'turnover',
      period: 'quarter',
      tiers: [
        { from: 0, percent_bps: 400 },
        { from: 50_000_000, percent_bps: 600 },
        { from: 120_000_000, percent_bps: 800 },
      ],
    },
  },
];

/** Indexes of the partners in each of the programs. The demo partner is 0. */
const PARTNERS = [
  [0, 4, 6, 7, 10],
  [0, 16],
] as const;

/** The programs of this folder with their enrollments. */
export type Growth = {
  scene: DemoScene;
  random: Random;
  /** Returns the enrollment of the partner with this index. */
  service: (card: number) => DemoEnrollment;
  kitchens: (card: number) => DemoEnrollment;
};

/** Inserts the programs with their enrollments and links. */
export async function insertGrowth(trx: Db, scene: DemoScene): Promise<Growth> {
  const { organizationId, now } = scene;
  const random = createRandom(SEED);
  const opened = daysBefore(now, OPENED_DAYS);
  const programs = await insertPrograms(trx, organizationId, PROGRAMS, random, opened);
  const cards = participants(scene);
  const enrolled: DemoEnrollment[][] = [];
  for (const [position, program] of programs.entries()) {
    const enrollments: DemoEnrollment[] = [];
    for (const index of PARTNERS[position] ?? []) {
      const card = cards.find((one) => one.index === index);
      if (card === undefined) throw new Error('a partner of the demo does not exist');
      const of = { organizationId, partnerId: card.id, program };
      enrollments.push({ card, program, ...(await insertEnrollment(trx, of, random, opened)) });
    }
    enrolled.push(enrollments);
  }
  const find = (position: number) => (index: number) => {
    const found = enrolled[position]?.find(({ card }) => card.index === index);
    if (found === undefined) throw new Error('a partner of the demo does not take part');
    return found;
  };
  return { scene, random, service: find(0), kitchens: find(1) };
}
