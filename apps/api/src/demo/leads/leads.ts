import { isLive } from '@referral-dashboard/api-contract';
import type { Insertable } from 'kysely';
import type { ConsentsTable, LeadEventsTable, LeadsTable } from '../../database/tables/leads.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { buildLeadSearchText, emailKey } from '../../referrals/index.ts';
import { mobile, person } from '../names.ts';
import type { DemoCard, DemoEnrollment } from '../partners.ts';
import type { Random } from '../random.ts';
import { generateHistory, type Step } from './lead-histories.ts';

export type DemoLead = {
  lead: Insertable<LeadsTable>;
  events: Insertable<LeadEventsTable>[];
  /** Consents of a lead from a public page. */
  consents: Insertable<ConsentsTable>[];
  /** First deal amount in kopecks; null without a deal. */
  firstDealKop: number | null;
};

/** Input for demo data. The first enrollment belongs to the demo partner; `staffId` and `partnerUserId` are users. */
export type DemoScene = {
  organizationId: string;
  staffId: string;
  partnerUserId: string;
  enrollments: readonly [DemoEnrollment, ...DemoEnrollment[]];
  now: Date;
  random: Random;
};

type First = { id: string; reason: 'same_phone' | 'same_email'; phone: string; email: string };

/** Share of leads that are reserved for the demo partner. */
const OF_FIRST = 0.07;
const OWN_EVERY = 29;
const OWN_SINCE_DAYS = 30;
const COMMENTS = ['', '', 'Перезвоните после шести', 'Нужна консультация', 'Интересует рассрочка'] as const;
const COMPANIES = ['ООО «Ромашка»', 'ООО «Северный дом»', 'ИП Кравцова', 'ТСЖ «Лесное»'] as const;

/** Creates a lead with its history. Some leads are duplicates of an earlier one. */
export function createLead(
  scene: DemoScene,
  number: number,
  at: Date,
  earlierLeads: readonly DemoLead[],
): DemoLead {
  const { organizationId, now, random } = scene;
  const id = random.id(at);
  const origin = createOrigin(scene);
  const first = random.chance(0.03) ? findFirst(earlierLeads, at, random) : undefined;
  const own =
    first === undefined ? findSelfReferrer(scene, origin.partnerId, number, at, earlierLeads) : undefined;
  // Half of the self-referral leads reach `qualified`, so that the demo has rewards to review.
  const isSure = own !== undefined && number % 2 === 0;
  const steps = first === undefined ? generateHistory(at, now, random, isSure) : duplicateHistory(first, at);
  const { to: status, reason, moment } = steps.at(-1) ?? steps[0];
  const { last_name, first_name } = own ?? person(random);
  const contact = {
    name: `${first_name} ${last_name}`,
    phone: first?.reason === 'same_phone' ? first.phone : (own?.phone ?? mobile(26, number)),
    email:
      first?.reason === 'same_email' ? first.email : random.chance(0.4) ? `client${number}@example.ru` : '',
    company: random.chance(0.15) ? random.pick(COMPANIES) : '',
  };
  const deal = steps.some(({ to }) => to === 'won') ? createDealAmount(random) : null;
  const lead: Insertable<LeadsTable> = {
    organization_id: organizationId,
    id,
    number,
    version: steps.length,
    status,
    reason_code: reason,
    ...contact,
    email_key: emailKey(contact.email),
    comment: random.pick(COMMENTS),
    program_id: origin.program.id,
    reward_rule_id: origin.program.ruleId,
    reward_event: origin.program.event,
    partner_id: origin.partnerId,
    link_id: origin.linkId,
    click_id: null,
    source: origin.source,
    duplicate_of: first?.id ?? null,
    holds_phone: isLive(status),
    self_referral: own !== undefined,
    self_referral_matches: own === undefined ? [] : ['card_phone'],
    unverified: false,
    deal_amount_kop: deal,
    search_text: buildLeadSearchText({ ...contact, number }),
    created_at: at,
    updated_at: moment,
  };
  const of = { organization_id: organizationId, lead_id: id };
  const events = steps.map(
    (step, index): Insertable<LeadEventsTable> => ({
      ...of,
      id: random.id(step.moment),
      at: step.moment,
      comment: '',
      changed: step.from === step.to ? ['deal_amount_kop'] : [],
      from_status: step.from,
      to_status: step.to,
      reason_code: step.reason,
      actor_id: index === 0 ? origin.actorId : scene.staffId,
    }),
  );
  const consent = { consent_text_id: origin.program.consentId, accepted_at: at };
  const sender = { ip: '192.0.2.1', user_agent: 'Mozilla/5.0' };
  return {
    lead,
    events,
    consents: origin.linkId === null ? [] : [{ ...of, ...consent, ...sender }],
    firstDealKop: steps.some((step) => step.from === step.to) ? createDealAmount(random) : deal,
  };
}

const createDealAmount = (random: Random) => (20 + random.below(280)) * 100_000;

/** The partner of a self-referral, otherwise undefined. Only some recent leads are self-referrals. */
function findSelfReferrer(
  { enrollments, now }: DemoScene,
  partnerId: string | null,
  number: number,
  at: Date,
  earlierLeads: readonly DemoLead[],
): DemoCard | undefined {
  if (number % OWN_EVERY !== 0 || now.getTime() - at.getTime() > OWN_SINCE_DAYS * DAY_MS) return undefined;
  const card = enrollments.find(({ card: { id } }) => id === partnerId)?.card;
  return earlierLeads.some(({ lead }) => lead.phone === card?.phone) ? undefined : card;
}

/** Random source of a lead: usually a public page, otherwise manual entry. */
function createOrigin({ enrollments, staffId, partnerUserId, random }: DemoScene) {
  const enrollment = random.pick(random.chance(OF_FIRST) ? enrollmentsOfFirst(enrollments) : enrollments);
  const manualEntry = { program: enrollment.program, linkId: null };
  if (random.chance(0.04)) {
    const partnerId = random.chance(0.5) ? enrollment.card.id : null;
    return { ...manualEntry, partnerId, actorId: staffId, source: 'organization' as const };
  }
  if (enrollment.card === enrollments[0].card && random.chance(0.2)) {
    return {
      ...manualEntry,
      partnerId: enrollment.card.id,
      actorId: partnerUserId,
      source: 'partner' as const,
    };
  }
  return { ...enrollment, partnerId: enrollment.card.id, actorId: null, source: 'public_form' as const };
}

/** The enrollments of the demo partner. */
const enrollmentsOfFirst = ([first, ...others]: DemoScene['enrollments']) =>
  [first, ...others.filter(({ card }) => card === first.card)] as const;

/** A random earlier lead that a new lead may duplicate, or undefined. */
function findFirst(earlierLeads: readonly DemoLead[], at: Date, random: Random): First | undefined {
  const { lead } = earlierLeads[earlierLeads.length - 10 - random.below(500)] ?? {};
  if (lead === undefined || !isLive(lead.status)) return undefined;
  // Within an hour it would be a repeat, not a duplicate.
  if (at.getTime() - (lead.created_at as Date).getTime() < DAY_MS / 24) return undefined;
  const { id, phone, email } = lead;
  return { id, phone, email, reason: email !== '' && random.chance(0.3) ? 'same_email' : 'same_phone' };
}

const duplicateHistory = ({ reason }: First, at: Date): [Step, ...Step[]] => [
  { from: null, to: 'duplicate', reason, moment: at },
];
