import type { LeadStatus } from '@referral-dashboard/api-contract';
import { followStatuses } from '../leads/lead-histories.ts';
import type { LeadPlan } from '../leads/plan-leads.ts';
import { mobile } from '../names.ts';
import type { DemoEnrollment } from '../partners.ts';
import { daysBefore } from '../timeline.ts';
import type { Growth } from './growth-programs.ts';

const DEAL: readonly LeadStatus[] = ['in_progress', 'won'];
/** Number series of the phones. */
const CLIENT_PHONES = 27;
const KITCHEN_PHONES = 28;

/** A client that pays every month, or a lead that does not become one. */
type Subscriber = {
  name: string;
  /** Index of the partner. */
  card: number;
  /** Age of the lead. */
  days: number;
  monthlyKop: number;
  /** Statuses of the lead after `new`. Default: a deal. */
  statuses?: readonly LeadStatus[];
  /** Number of payments after the first. Default: one a month until now. */
  payments?: number;
  /** The client also buys a training. */
  isTrained?: boolean;
};

/** The name of the client that passes to the demo partner, and of the one that gets a refund. */
export const TRANSFERRED = 'ЖК «Речной»';
export const REFUNDED = 'УК «Городской сервис»';

const SUBSCRIBERS: readonly Subscriber[] = [
  { name: 'УК «Уютный двор»', card: 0, days: 172, monthlyKop: 3_990_000, isTrained: true },
  { name: TRANSFERRED, card: 4, days: 158, monthlyKop: 5_900_000, isTrained: true },
  { name: 'ТСН «Мирный»', card: 7, days: 149, monthlyKop: 1_490_000, payments: 2 },
  { name: 'ТСЖ «Сосновый бор»', card: 0, days: 141, monthlyKop: 1_490_000 },
  { name: 'УК «Новый квартал»', card: 10, days: 133, monthlyKop: 3_990_000 },
  { name: 'ТСЖ «Заречье»', card: 4, days: 120, monthlyKop: 1_490_000 },
  { name: REFUNDED, card: 7, days: 110, monthlyKop: 3_990_000 },
  { name: 'ООО «Домовед»', card: 10, days: 96, monthlyKop: 2_490_000, isTrained: true },
  { name: 'ЖСК «Маяк»', card: 6, days: 82, monthlyKop: 1_490_000 },
  { name: 'УК «Теплый дом»', card: 6, days: 54, monthlyKop: 2_490_000 },
  { name: 'ТСЖ «Вишневый сад»', card: 6, days: 33, monthlyKop: 0, statuses: ['in_progress', 'lost'] },
  { name: 'УК «Первая линия»', card: 0, days: 20, monthlyKop: 0, statuses: ['in_progress'] },
];

/**
 * Deals of the program with a ladder: the client, the index of the partner, the age and the amount. Wherever the quarter begins, three deals of one partner are in
 * the same quarter, and each of them reaches the next step.
 */
const KITCHENS = [
  { name: 'Марина Белова', card: 0, days: 131, kop: 54_000_000 },
  { name: 'Роман Гусев', card: 16, days: 78, kop: 68_000_000 },
  { name: 'Светлана Комарова', card: 16, days: 66, kop: 54_500_000 },
  { name: 'Артем Баранов', card: 0, days: 61, kop: 72_000_000 },
  { name: 'Ксения Титова', card: 16, days: 53, kop: 71_000_000 },
  { name: 'Виктор Макаров', card: 0, days: 36, kop: 58_500_000 },
  { name: 'Алина Жукова', card: 16, days: 31, kop: 56_000_000 },
  { name: 'Глеб Фомин', card: 16, days: 18, kop: 49_500_000 },
] as const;

export type ClientPlan = Subscriber & { lead: LeadPlan };

/** Plans the leads of the clients that pay every month. */
export const planClients = (growth: Growth): ClientPlan[] =>
  SUBSCRIBERS.map((subscriber, index) => ({
    ...subscriber,
    lead: planLead(growth, growth.service(subscriber.card), {
      ...subscriber,
      phone: mobile(CLIENT_PHONES, index),
      email: `office${index + 1}@example.ru`,
      kop: subscriber.monthlyKop,
    }),
  }));

/** Plans the deals of the program with a ladder. */
export const planKitchens = (growth: Growth): LeadPlan[] =>
  KITCHENS.map(({ card, ...deal }, index) =>
    planLead(growth, growth.kitchens(card), { ...deal, phone: mobile(KITCHEN_PHONES, index), email: '' }),
  );

type Planned = {
  name: string;
  phone: string;
  email: string;
  days: number;
  kop: number;
  statuses?: readonly LeadStatus[];
};

function planLead(
  { scene: { now }, random }: Growth,
  { card, program, linkId }: DemoEnrollment,
  { name, phone, email, days, kop, statuses = DEAL }: Planned,
): LeadPlan {
  const at = daysBefore(now, days);
  return {
    at,
    program,
    partnerId: card.id,
    linkId,
    source: 'public_form',
    contact: { name, phone, email, company: '', comment: '' },
    isDuplicate: false,
    steps: followStatuses(at, now, random, statuses, 36),
    deal: { first: kop, changed: kop },
    visit: null,
  };
}
