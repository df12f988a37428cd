import type { LeadReason, LeadStatus } from '@referral-dashboard/api-contract';
import type { Insertable } from 'kysely';
import { searchTextOf } from '../modules/leads/leads.repo.ts';
import type { ConsentsTable, LeadEventsTable, LeadsTable } from '../platform/tables/leads.ts';
import { mobile, person } from './names.ts';
import type { DemoPlace } from './partners.ts';
import type { Random } from './random.ts';

export type DemoLead = {
  lead: Insertable<LeadsTable>;
  events: Insertable<LeadEventsTable>[];
  consent: Insertable<ConsentsTable>;
};

const HOUR_MS = 60 * 60 * 1000;

type Ways = readonly [LeadStatus[], ...LeadStatus[][]];

const NEW_WAYS: Ways = [['new'], ['new'], ['new', 'in_progress']];
const OLD_WAYS: Ways = [
  ['new', 'rejected'],
  ['new', 'in_progress', 'rejected'],
  ['new', 'in_progress', 'lost'],
  ['new', 'in_progress', 'qualified'],
  ['new', 'qualified', 'won'],
  ['new', 'in_progress', 'won'],
  ['new', 'in_progress', 'qualified', 'won'],
  ['new', 'in_progress', 'qualified', 'lost'],
  ['new', 'in_progress'],
];

const REASONS: Partial<Record<LeadStatus, readonly [LeadReason, ...LeadReason[]]>> = {
  rejected: ['no_answer', 'invalid_contact', 'not_target', 'existing_client', 'spam'],
  lost: ['refused', 'competitor', 'no_budget'],
};
const COMMENTS = ['', '', 'Перезвоните после шести', 'Нужна консультация', 'Интересует рассрочка'] as const;

/** One lead with the way it has gone: an old one has come to an end more often than a new one. */
export function createLead(
  organizationId: string,
  number: number,
  at: Date,
  now: Date,
  place: DemoPlace,
  random: Random,
): DemoLead {
  const { program, partnerId, linkId } = place;
  const id = random.id(at);
  const isFresh = now.getTime() - at.getTime() < 72 * HOUR_MS;
  const way: readonly LeadStatus[] = isFresh ? random.pick(NEW_WAYS) : random.pick(OLD_WAYS);
  let moment = at;
  let reason: LeadReason | null = null;
  const events = way.map((to_status, step): Insertable<LeadEventsTable> => {
    const next = moment.getTime() + (step === 0 ? 0 : (1 + random.below(36)) * HOUR_MS);
    moment = new Date(Math.min(next, now.getTime()));
    const reasons = REASONS[to_status];
    reason = reasons === undefined ? null : random.pick(reasons);
    return {
      ...{ organization_id: organizationId, id: random.id(moment), lead_id: id, actor_id: null },
      ...{
        from_status: way[step - 1] ?? null,
        to_status,
        reason_code: reason,
        comment: '',
        changed: [],
        at: moment,
      },
    };
  });
  const status = way.at(-1) ?? 'new';
  const { last_name, first_name } = person(random);
  const contact = { name: `${first_name} ${last_name}`, phone: mobile(26, number), email: '', company: '' };
  const lead: Insertable<LeadsTable> = {
    ...{
      organization_id: organizationId,
      id,
      number,
      version: way.length,
      ...contact,
      email_key: '',
      status,
    },
    ...{ program_id: program.id, reward_rule_id: program.ruleId, reward_event: program.event },
    ...{ partner_id: partnerId, link_id: linkId, click_id: null, source: 'public_form', reason_code: reason },
    ...{ comment: random.pick(COMMENTS), duplicate_of: null, self_referral: false, unverified: false },
    holds_phone: status !== 'lost' && status !== 'rejected',
    deal_amount_kop: way.includes('won') ? (20 + random.below(280)) * 100_000 : null,
    search_text: searchTextOf({ ...contact, number }),
    created_at: at,
    updated_at: moment,
  };
  const consent = {
    ...{ organization_id: organizationId, lead_id: id, consent_text_id: program.consentId, accepted_at: at },
    ...{ ip: '192.0.2.1', user_agent: 'Mozilla/5.0' },
  };
  return { lead, events, consent };
}
