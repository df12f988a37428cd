import { type Insertable, sql } from 'kysely';
import { newIds, nextNumbers } from '../../database/rules/numbers.ts';
import type { LeadsTable } from '../../database/tables/leads.ts';
import { allSelfReferralMatches, earnsReward, isExhausted } from '../../money/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { cutAtRepeats, readOnce } from '../../platform/row-batches.ts';
import { findOwnRule } from '../programs/terms/own-rule.ts';
import {
  type FirstLead,
  findFirsts,
  findRepeatedLeads,
  releasePhones,
  windowEnd,
  windowStart,
} from './duplicates.ts';
import { buildLeadSearchText, leadsRepo } from './leads.repo.ts';
import { emailKey, type IncomingLead, writtenFields } from './leads.ts';
import type { LeadEvents } from './transitions/lead-events.ts';

export type Intake = ReturnType<typeof createIntake>;

/** 409: the program accepts no leads. */
export const acceptsNoLeads = () => conflict('closed', 'Программа сейчас не принимает лиды.');

/** Creates the function through which single leads are inserted. */
export function createIntake(clock: Clock, events: LeadEvents) {
  const takeAll = createBulkIntake(clock, events);
  /** @returns the id of the new lead, or of the lead that it repeats. */
  return async function take(trx: Db, incoming: IncomingLead): Promise<string> {
    const [id = ''] = await takeAll(trx, incoming.organizationId, [incoming]);
    return id;
  };
}

/** Creates the function through which all leads are inserted. */
export function createBulkIntake(clock: Clock, events: LeadEvents) {
  /** Takes leads with different phones and e-mails. */
  async function takeDifferent(
    trx: Db,
    organizationId: string,
    leads: readonly IncomingLead[],
  ): Promise<string[]> {
    // The counter lock serializes intake: concurrent requests wait here and then see the inserted leads.
    const number = await nextNumbers(trx, organizationId, 'lead', leads.length);
    const now = clock();
    const repeated = await findRepeatedLeads(trx, organizationId, leads, now);
    const ids = newIds(leads.length);
    const fresh = leads.flatMap((incoming, at) =>
      repeated[at] === undefined ? [{ incoming, id: ids[at] ?? '', number: number + at }] : [],
    );
    const rows = await toRows(trx, organizationId, fresh, now);
    const enrollments = await insertAll(trx, organizationId, rows);
    for (const { incoming, id } of fresh) await record(trx, incoming, id, now);
    await events.leadsCame(
      trx,
      fresh.map(({ incoming: { history, note, actorId, requestId }, id }) => {
        const { status: to, reason_code: reasonCode } = enrollments.get(id) ?? enrollmentAfter(undefined, 0);
        return {
          organizationId,
          leadId: id,
          from: null,
          to,
          reasonCode,
          comment: history?.comment ?? note ?? '',
          changed: [],
          dealAmountBeforeKop: null,
          actorId,
          requestId,
          at: history?.createdAt ?? now,
          clock,
        };
      }),
    );
    return ids.map((id, at) => repeated[at] ?? id);
  }

  /** @returns the ids of the new leads, or of the leads that they repeat, in the order of the leads. */
  return async function takeAll(trx: Db, organizationId: string, leads: readonly IncomingLead[]) {
    const ids: string[] = [];
    for (const different of cutAtRepeats(leads, toContacts))
      ids.push(...(await takeDifferent(trx, organizationId, different)));
    return ids;
  };
}

const toContacts = ({ phone, email }: IncomingLead) => [phone, ...(email === '' ? [] : [emailKey(email)])];

type Numbered = { incoming: IncomingLead; id: string; number: number };

/** Returns the rows of new leads, without their states, and the windows in which each may be a duplicate. */
async function toRows(trx: Db, organizationId: string, leads: readonly Numbered[], now: Date) {
  const findProgram = readOnce((programId: string) => openProgram(trx, organizationId, programId, now));
  const findOwn = readOnce((programId: string, partnerId: string) =>
    findOwnRule(trx, { organizationId, programId, partnerId }, now),
  );
  const subjects = leads.map(({ incoming: { partnerId, phone, email } }) => ({
    ...{ partnerId, phone },
    emailKey: emailKey(email),
  }));
  const found = await allSelfReferralMatches(trx, organizationId, subjects);
  const rows: NewRow[] = [];
  for (const [at, { incoming, id, number }] of leads.entries()) {
    const { history, programId, partnerId, phone, unverified, source } = incoming;
    const program = await findProgram(programId);
    const createdAt = history?.createdAt ?? now;
    const matches = found[at] ?? [];
    const own = partnerId === null ? undefined : await findOwn(programId, partnerId);
    const rewardEvent = own?.event ?? program.reward_event;
    // A deal of the past earns nothing later either: it gets no rule.
    const isUnrewarded = history?.isRewarded === false && earnsReward(history.status, rewardEvent);
    const values = {
      id,
      number,
      phone,
      ...writtenFields(incoming),
      unverified,
      source,
      organization_id: organizationId,
      program_id: programId,
      reward_rule_id: isUnrewarded ? null : (own?.id ?? program.reward_rule_id),
      reward_event: rewardEvent,
      partner_id: partnerId,
      link_id: incoming.linkId,
      click_id: incoming.clickId,
      ...incoming.visit,
      email_key: emailKey(incoming.email),
      deal_amount_kop: null,
      self_referral: matches.length > 0,
      self_referral_matches: matches,
      search_text: buildLeadSearchText({ ...incoming, number }),
      created_at: createdAt,
      updated_at: createdAt,
    };
    const windowDays = program.duplicate_window_days;
    rows.push({ values, windowDays, since: windowStart(createdAt, windowDays) });
  }
  return rows;
}

type Enrollment = ReturnType<typeof enrollmentAfter>;
type NewRow = {
  values: Omit<Insertable<LeadsTable>, keyof Enrollment>;
  windowDays: number;
  since: Date;
};

/** Inserts leads as new ones or as duplicates. @returns their states by id. */
async function insertAll(trx: Db, organizationId: string, rows: readonly NewRow[]) {
  const enrollments = new Map<string, Enrollment>();
  let waiting = rows;
  while (waiting.length > 0) {
    const contacts = waiting.map(({ values: { phone, email = '' }, since }) => ({ phone, email, since }));
    const firsts = await findFirsts(trx, organizationId, contacts);
    await releasePhones(
      trx,
      organizationId,
      contacts.filter((_, at) => firsts[at] === undefined),
    );
    const states = waiting.map(({ windowDays }, at) => enrollmentAfter(firsts[at], windowDays));
    const leads = waiting.map(({ values }, at) => ({ ...values, ...enrollmentOf(states, at) }));
    // The insert leaves a lead out when a closed lead with the same phone was reopened concurrently.
    const inserted = await leadsRepo(trx).insert(leads);
    for (const [at, { id }] of leads.entries())
      if (inserted.has(id)) enrollments.set(id, enrollmentOf(states, at));
    waiting = waiting.filter(({ values }) => !inserted.has(values.id));
  }
  return enrollments;
}

const enrollmentOf = (states: readonly Enrollment[], at: number) =>
  states[at] ?? enrollmentAfter(undefined, 0);

/** Status of a new lead given an earlier lead with the same contact. A duplicate may be offered after the window of the earlier lead. */
const enrollmentAfter = (first: FirstLead | undefined, windowDays: number) => ({
  status: first === undefined ? ('new' as const) : ('duplicate' as const),
  reason_code: first?.reason ?? null,
  holds_phone: first === undefined,
  duplicate_of: first?.id ?? null,
  offered_at: first === undefined ? null : windowEnd(first.created_at, windowDays),
});

/** @throws ApiError 409 for a program that is not active, has not started, has ended or has spent its budget. */
async function openProgram(trx: Db, organizationId: string, programId: string, now: Date) {
  // Locked against changes of its terms, so that the lead gets the version that is in force.
  const program = await trx
    .selectFrom('programs as p')
    .leftJoin('program_spending as s', (join) =>
      join.onRef('s.organization_id', '=', 'p.organization_id').onRef('s.program_id', '=', 'p.id'),
    )
    .select(['p.status', 'p.starts_at', 'p.ends_at', 'p.duplicate_window_days'])
    .select(['p.reward_rule_id', 'p.reward_event', 'p.budget_kop'])
    .select(sql<number>`coalesce(s.spent_kop, 0)`.as('spent_kop'))
    .where('p.organization_id', '=', organizationId)
    .where('p.id', '=', programId)
    .forShare('p')
    .executeTakeFirstOrThrow();
  const { status, starts_at, ends_at } = program;
  const isOpen =
    status === 'active' && (starts_at === null || starts_at <= now) && (ends_at === null || ends_at > now);
  if (!isOpen) throw acceptsNoLeads();
  if (isExhausted(program))
    throw conflict('budget_exhausted', 'Бюджет исчерпан: программа не принимает новые лиды.');
  return program;
}

async function record(trx: Db, { organizationId, consent }: IncomingLead, leadId: string, now: Date) {
  if (consent === null) return;
  await trx
    .insertInto('consents')
    .values({
      organization_id: organizationId,
      lead_id: leadId,
      consent_text_id: consent.textId,
      accepted_at: now,
      ip: consent.ip,
      user_agent: consent.userAgent,
    })
    .execute();
}
