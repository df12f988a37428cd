import { isLive, type LeadField, type LeadStatus } from '@referral-dashboard/api-contract';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { generateMoments } from '../calendar.ts';
import { mobile, person } from '../names.ts';
import { BLOCKED_DAYS, type DemoCard, type DemoEnrollment } from '../partners.ts';
import type { DemoProgram } from '../programs.ts';
import type { Random } from '../random.ts';
import type { DemoScene } from '../scene.ts';
import { daysBefore } from '../timeline.ts';
import { followStatuses, generateHistory, type Step } from './lead-histories.ts';
import type { DemoVisit } from './visits.ts';

/** What happens to a lead, before the services create it. */
export type LeadPlan = {
  at: Date;
  program: DemoProgram;
  partnerId: string | null;
  linkId: string | null;
  source: 'public_form' | 'partner' | 'organization';
  contact: Record<LeadField, string> & { phone: string };
  isDuplicate: boolean;
  /** Changes after the intake. */
  steps: readonly Step[];
  /** Amount of the deal at first and after its change, in kopecks. */
  deal: { first: number; changed: number };
  /** The visit of the public page, for a recent lead. */
  visit: DemoVisit | null;
};

const LEADS = 600;
/** Share of leads that are reserved for the demo partner. */
const OF_FIRST = 0.07;
/** Share of leads with the contact of an earlier one. */
const DUPLICATES = 0.04;
const OWN_EVERY = 17;
const OWN_SINCE_DAYS = 30;
const COMMENTS = ['', '', 'Перезвоните после шести', 'Нужна консультация', 'Интересует рассрочка'] as const;
const COMPANIES = ['ООО «Ромашка»', 'ООО «Северный дом»', 'ИП Кравцова', 'ТСЖ «Лесное»'] as const;

type Fixed = {
  days: number;
  /** Index of the partner. */
  card: number;
  /** Statuses after `new`. Default: a deal. */
  statuses?: readonly LeadStatus[];
  /** True for a lead with the phone of the partner. */
  isOwn?: boolean;
};
/**
 * Leads that are not random, each a number of days before now. With them the demo has a new lead and money to pay, on hold and in review on
 * every day of the week.
 */
const FIXED: readonly Fixed[] = [
  ...[0, 1, 3, 4, 6, 7, 10, 13, 15, 16, 18, 19, 21, 22, 24, 25].map((card) => ({ days: 28, card })),
  { days: 12, card: 0 },
  { days: 9, card: 10, isOwn: true },
  { days: 6, card: 1 },
  { days: 6, card: 0 },
  { days: 5, card: 14 },
  { days: 2, card: 0, statuses: [] },
];

/** Plans the leads of the last `days` days, in chronological order. Some leads are duplicates of an earlier one. */
export function planLeads(scene: DemoScene, days: number): LeadPlan[] {
  const plans: LeadPlan[] = [];
  const fixed = [...FIXED];
  for (const at of generateMoments(LEADS, days, scene.now, scene.random)) {
    const next = fixed[0];
    const isDue = next !== undefined && at >= daysBefore(scene.now, next.days);
    plans.push(isDue ? planFixed(scene, plans, at, next) : planLead(scene, plans, at));
    if (isDue) fixed.shift();
  }
  return plans;
}

function planLead(scene: DemoScene, earlier: readonly LeadPlan[], at: Date): LeadPlan {
  const { now, random } = scene;
  const number = earlier.length + 1;
  const origin = createOrigin(scene, at);
  const first = random.chance(DUPLICATES) ? findFirst(earlier, at, random) : undefined;
  const own = first === undefined ? findSelfReferrer(scene, origin.partnerId, earlier, at) : undefined;
  // Half of the self-referral leads reach `qualified`, so that the demo has rewards to review.
  const isSure = own !== undefined && number % 2 === 0;
  const contact = createContact(own ?? person(random), number, random);
  return {
    at,
    ...origin,
    isDuplicate: first !== undefined,
    contact: { ...contact, ...(own && { phone: own.phone }), ...(first && sameContact(first)) },
    steps:
      first !== undefined
        ? []
        : isSure
          ? followStatuses(at, now, random, ['in_progress', 'qualified'], 36)
          : generateHistory(at, now, random),
    deal: createDeal(random),
    visit: null,
  };
}

function planFixed(
  scene: DemoScene,
  earlier: readonly LeadPlan[],
  at: Date,
  { card, statuses = ['qualified', 'won'], isOwn = false }: Fixed,
): LeadPlan {
  const { now, random, enrollments, programs } = scene;
  // A partner takes part in the program at its index modulo 3.
  const program = programs[card % programs.length];
  const enrollment = enrollments.find((one) => one.card.index === card && one.program === program);
  if (enrollment === undefined) throw new Error('the partner of a fixed lead does not take part');
  const contact = createContact(isOwn ? enrollment.card : person(random), earlier.length + 1, random);
  return {
    at,
    ...throughLink(enrollment),
    isDuplicate: false,
    contact: isOwn ? { ...contact, phone: enrollment.card.phone } : contact,
    steps: followStatuses(at, now, random, statuses, 6),
    deal: createDeal(random),
    visit: null,
  };
}

const createContact = (
  { last_name, first_name }: { last_name: string; first_name: string },
  number: number,
  random: Random,
) => ({
  name: `${first_name} ${last_name}`,
  phone: mobile(26, number),
  email: random.chance(0.4) ? `client${number}@example.ru` : '',
  company: random.chance(0.15) ? random.pick(COMPANIES) : '',
  comment: random.pick(COMMENTS),
});

const createDeal = (random: Random) => ({
  first: createDealAmount(random),
  changed: createDealAmount(random),
});

const createDealAmount = (random: Random) => (20 + random.below(280)) * 100_000;

const sameContact = ({ contact: { email, phone } }: LeadPlan) => (email === '' ? { phone } : { email });

/** The partner of a self-referral, otherwise undefined. Only some recent leads are self-referrals. */
function findSelfReferrer(
  { enrollments, now }: DemoScene,
  partnerId: string | null,
  earlier: readonly LeadPlan[],
  at: Date,
): DemoCard | undefined {
  if ((earlier.length + 1) % OWN_EVERY !== 0 || at < daysBefore(now, OWN_SINCE_DAYS)) return undefined;
  const card = enrollments.find(({ card: { id } }) => id === partnerId)?.card;
  return earlier.some(({ contact }) => contact.phone === card?.phone) ? undefined : card;
}

/** Random source of a lead: usually a public page, otherwise manual entry. */
function createOrigin({ enrollments, now, random }: DemoScene, at: Date) {
  const [first, ...others] = enrollments;
  const isBlocked = at > daysBefore(now, BLOCKED_DAYS);
  const open = others.filter(({ card }) => card.status !== 'blocked' || !isBlocked);
  const ofFirst = others.filter(({ card }) => card === first.card);
  const enrollment = random.pick([first, ...(random.chance(OF_FIRST) ? ofFirst : open)]);
  const manual = { program: enrollment.program, linkId: null };
  if (random.chance(0.04)) {
    const partnerId = random.chance(0.5) ? enrollment.card.id : null;
    return { ...manual, partnerId, source: 'organization' as const };
  }
  if (enrollment.card === first.card && random.chance(0.2))
    return { ...manual, partnerId: enrollment.card.id, source: 'partner' as const };
  return throughLink(enrollment);
}

const throughLink = ({ program, card, linkId }: DemoEnrollment) => ({
  program,
  linkId,
  partnerId: card.id,
  source: 'public_form' as const,
});

/** An earlier lead that a new lead may duplicate, if there is one. Every second one has an e-mail address. */
function findFirst(earlier: readonly LeadPlan[], at: Date, random: Random): LeadPlan | undefined {
  const isByEmail = earlier.length % 2 === 0;
  // The newest ones could be repeats, which create no lead; the duplicate window ends after 90 days.
  const candidates = earlier.slice(0, Math.max(0, earlier.length - 10 - random.below(150)));
  const first = candidates.findLast(
    ({ isDuplicate, steps, contact }) =>
      !isDuplicate && isLive(steps.at(-1)?.to ?? 'new') && (contact.email !== '' || !isByEmail),
  );
  if (first === undefined) return undefined;
  const age = at.getTime() - first.at.getTime();
  return age > HOUR_MS && age < 90 * DAY_MS ? first : undefined;
}
