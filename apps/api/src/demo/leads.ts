import { isLive } from '@referral-dashboard/api-contract';
import type { Insertable } from 'kysely';
import { emailKey } from '../modules/leads/duplicates.ts';
import { searchTextOf } from '../modules/leads/leads.repo.ts';
import type { ConsentsTable, LeadEventsTable, LeadsTable } from '../platform/tables/leads.ts';
import { type Step, wayOf } from './lead-ways.ts';
import { mobile, person } from './names.ts';
import type { DemoPlace } from './partners.ts';
import type { Random } from './random.ts';

export type DemoLead = {
  lead: Insertable<LeadsTable>;
  events: Insertable<LeadEventsTable>[];
  /** Of a lead from a public page. */
  consents: Insertable<ConsentsTable>[];
};

/** What leads are made of. The first place is that of the partner who signs in; staff and partner are users. */
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
const COMMENTS = ['', '', 'Перезвоните после шести', 'Нужна консультация', 'Интересует рассрочка'] as const;
const COMPANIES = ['ООО «Ромашка»', 'ООО «Северный дом»', 'ИП Кравцова', 'ТСЖ «Лесное»'] as const;

/** One lead with the way it has gone; now and then the duplicate of one made before. */
export function createLead(scene: DemoScene, number: number, at: Date, made: readonly DemoLead[]): DemoLead {
  const { organizationId, now, random } = scene;
  const id = random.id(at);
  const origin = originOf(scene);
  const first = random.chance(0.03) ? firstOf(made, at, random) : undefined;
  const way = first === undefined ? wayOf(at, now, random) : duplicated(first, at);
  const { to: status, reason, moment } = way.at(-1) ?? way[0];
  const { last_name, first_name } = person(random);
  const contact = {
    name: `${first_name} ${last_name}`,
    phone: first?.reason === 'same_phone' ? first.phone : mobile(26, number),
    email:
      first?.reason === 'same_email' ? first.email : random.chance(0.4) ? `client${number}@example.ru` : '',
    company: random.chance(0.15) ? random.pick(COMPANIES) : '',
  };
  const lead: Insertable<LeadsTable> = {
    ...{ organization_id: organizationId, id, number, version: way.length, status, reason_code: reason },
    ...{ ...contact, email_key: emailKey(contact.email), comment: random.pick(COMMENTS) },
    program_id: origin.program.id,
    reward_rule_id: origin.program.ruleId,
    reward_event: origin.program.event,
    ...{ partner_id: origin.partnerId, link_id: origin.linkId, click_id: null, source: origin.source },
    ...{ duplicate_of: first?.id ?? null, holds_phone: isLive(status) },
    ...{ self_referral: false, unverified: false },
    deal_amount_kop: status === 'won' ? (20 + random.below(280)) * 100_000 : null,
    search_text: searchTextOf({ ...contact, number }),
    ...{ created_at: at, updated_at: moment },
  };
  const of = { organization_id: organizationId, lead_id: id };
  const events = way.map(
    (step, index): Insertable<LeadEventsTable> => ({
      ...{ ...of, id: random.id(step.moment), at: step.moment, comment: '', changed: [] },
      ...{ from_status: step.from, to_status: step.to, reason_code: step.reason },
      actor_id: index === 0 ? origin.actorId : scene.staffId,
    }),
  );
  const consent = { consent_text_id: origin.program.consentId, accepted_at: at };
  const sender = { ip: '192.0.2.1', user_agent: 'Mozilla/5.0' };
  return { lead, events, consents: origin.linkId === null ? [] : [{ ...of, ...consent, ...sender }] };
}

/** Where a lead comes from: mostly a public page, else somebody enters it by hand. */
function originOf({ places, staffId, partnerUserId, random }: DemoScene) {
  const place = random.pick(places);
  const entered = { program: place.program, linkId: null };
  if (random.chance(0.04)) {
    const partnerId = random.chance(0.5) ? place.partnerId : null;
    return { ...entered, partnerId, actorId: staffId, source: 'organization' as const };
  }
  if (place.partnerId === places[0].partnerId && random.chance(0.2)) {
    return { ...entered, partnerId: place.partnerId, actorId: partnerUserId, source: 'partner' as const };
  }
  return { ...place, actorId: null, source: 'public_form' as const };
}

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
