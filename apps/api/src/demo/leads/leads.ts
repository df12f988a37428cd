import { isLive } from '@referral-dashboard/api-contract';
import type { Insertable } from 'kysely';
import type { ConsentsTable, LeadEventsTable, LeadsTable } from '../../database/tables/leads.ts';
import { emailKey, searchTextOf } from '../../referrals/index.ts';
import { mobile, person } from '../names.ts';
import type { DemoCard, DemoPlace } from '../partners.ts';
import type { Random } from '../random.ts';
import { type Step, wayOf } from './lead-histories.ts';

export type DemoLead = {
  lead: Insertable<LeadsTable>;
  events: Insertable<LeadEventsTable>[];
  /** Of a lead from a public page. */
  consents: Insertable<ConsentsTable>[];
  /** First amount of the deal; null without one. */
  firstDealKop: number | null;
};

/** Material of demo leads. The first place is that of the partner who signs in; staff and partner are users. */
export type DemoScene = {
  organizationId: string;
  staffId: string | null;
  partnerUserId: string;
  places: readonly [DemoPlace, ...DemoPlace[]];
  now: Date;
  random: Random;
};

type First = { id: string; reason: 'same_phone' | 'same_email'; phone: string; email: string };

const DAY_MS = 24 * 60 * 60 * 1000;
/** So many leads are of the partner who signs in, besides its share. */
const OF_FIRST = 0.07;
const OWN_EVERY = 29;
const OWN_SINCE_DAYS = 30;
const COMMENTS = ['', '', 'Перезвоните после шести', 'Нужна консультация', 'Интересует рассрочка'] as const;
const COMPANIES = ['ООО «Ромашка»', 'ООО «Северный дом»', 'ИП Кравцова', 'ТСЖ «Лесное»'] as const;

/** One lead with the way it has gone; now and then the duplicate of one made before. */
export function createLead(scene: DemoScene, number: number, at: Date, made: readonly DemoLead[]): DemoLead {
  const { organizationId, now, random } = scene;
  const id = random.id(at);
  const origin = originOf(scene);
  const first = random.chance(0.03) ? firstOf(made, at, random) : undefined;
  const own = first === undefined ? ownerOf(scene, origin.partnerId, number, at, made) : undefined;
  // Some of a partner's own are sure to be rewarded, so that there is something to look into.
  const isSure = own !== undefined && number % 2 === 0;
  const way = first === undefined ? wayOf(at, now, random, isSure) : duplicated(first, at);
  const { to: status, reason, moment } = way.at(-1) ?? way[0];
  const { last_name, first_name } = own ?? person(random);
  const contact = {
    name: `${first_name} ${last_name}`,
    phone: first?.reason === 'same_phone' ? first.phone : (own?.phone ?? mobile(26, number)),
    email:
      first?.reason === 'same_email' ? first.email : random.chance(0.4) ? `client${number}@example.ru` : '',
    company: random.chance(0.15) ? random.pick(COMPANIES) : '',
  };
  const deal = way.some(({ to }) => to === 'won') ? dealOf(random) : null;
  const lead: Insertable<LeadsTable> = {
    organization_id: organizationId,
    id,
    number,
    version: way.length,
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
    search_text: searchTextOf({ ...contact, number }),
    created_at: at,
    updated_at: moment,
  };
  const of = { organization_id: organizationId, lead_id: id };
  const events = way.map(
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
    firstDealKop: way.some((step) => step.from === step.to) ? dealOf(random) : deal,
  };
}

const dealOf = (random: Random) => (20 + random.below(280)) * 100_000;

/** The partner, when it is its own client: now and then of late. */
function ownerOf(
  { places, now }: DemoScene,
  partnerId: string | null,
  number: number,
  at: Date,
  made: readonly DemoLead[],
): DemoCard | undefined {
  if (number % OWN_EVERY !== 0 || now.getTime() - at.getTime() > OWN_SINCE_DAYS * DAY_MS) return undefined;
  const card = places.find(({ card: { id } }) => id === partnerId)?.card;
  return made.some(({ lead }) => lead.phone === card?.phone) ? undefined : card;
}

/** Source of a lead: mostly a public page, else somebody enters it by hand. */
function originOf({ places, staffId, partnerUserId, random }: DemoScene) {
  const place = random.pick(random.chance(OF_FIRST) ? firstOnes(places) : places);
  const entered = { program: place.program, linkId: null };
  if (random.chance(0.04)) {
    const partnerId = random.chance(0.5) ? place.card.id : null;
    return { ...entered, partnerId, actorId: staffId, source: 'organization' as const };
  }
  if (place.card === places[0].card && random.chance(0.2)) {
    return { ...entered, partnerId: place.card.id, actorId: partnerUserId, source: 'partner' as const };
  }
  return { ...place, partnerId: place.card.id, actorId: null, source: 'public_form' as const };
}

/** The places of the partner who signs in: what it has shall be worth looking at. */
const firstOnes = ([first, ...others]: DemoScene['places']) =>
  [first, ...others.filter(({ card }) => card === first.card)] as const;

/** One of the leads made before that a new one could be a duplicate of. */
function firstOf(made: readonly DemoLead[], at: Date, random: Random): First | undefined {
  const { lead } = made[made.length - 10 - random.below(500)] ?? {};
  if (lead === undefined || !isLive(lead.status)) return undefined;
  // Sooner it would be a repeat of the same request.
  if (at.getTime() - (lead.created_at as Date).getTime() < DAY_MS / 24) return undefined;
  const { id, phone, email } = lead;
  return { id, phone, email, reason: email !== '' && random.chance(0.3) ? 'same_email' : 'same_phone' };
}

const duplicated = ({ reason }: First, at: Date): [Step, ...Step[]] => [
  { from: null, to: 'duplicate', reason, moment: at },
];
