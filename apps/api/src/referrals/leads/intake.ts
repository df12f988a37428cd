import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { nextNumber } from '../../database/rules/numbers.ts';
import { earnsReward, isExhausted, selfReferralMatches } from '../../money/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { findOwnRule } from '../programs/terms/own-rule.ts';
import { findFirst, findRepeatedLead, releasePhone, windowEnd, windowStart } from './duplicates.ts';
import { buildLeadSearchText, leadsRepo } from './leads.repo.ts';
import { emailKey, type IncomingLead, writtenFields } from './leads.ts';
import type { LeadEvents } from './transitions/lead-events.ts';

export type Intake = ReturnType<typeof createIntake>;

/** 409: the program accepts no leads. */
export const acceptsNoLeads = () => conflict('closed', 'Программа сейчас не принимает лиды.');

/** Creates the function through which all leads are inserted. */
export function createIntake(clock: Clock, events: LeadEvents) {
  /** @returns the id of the new lead, or of the lead that it repeats. */
  return async function take(trx: Db, incoming: IncomingLead): Promise<string> {
    const { organizationId, programId, partnerId, phone } = incoming;
    // The counter lock serializes intake: concurrent requests wait here and then see the inserted lead.
    const number = await nextNumber(trx, organizationId, 'lead');
    const now = clock();
    const repeated = await findRepeatedLead(trx, incoming, partnerId, now);
    if (repeated !== undefined) return repeated.id;

    const program = await openProgram(trx, organizationId, programId, now);
    const { history } = incoming;
    const createdAt = history?.createdAt ?? now;
    const since = windowStart(createdAt, program.duplicate_window_days);
    const id = randomUUIDv7();
    const matches = await selfReferralMatches(trx, {
      organizationId,
      partnerId,
      phone,
      emailKey: emailKey(incoming.email),
    });
    const { unverified, source } = incoming;
    const own =
      partnerId === null ? undefined : await findOwnRule(trx, { organizationId, programId, partnerId }, now);
    const rewardEvent = own?.event ?? program.reward_event;
    // A deal of the past earns nothing later either: it gets no rule.
    const isUnrewarded = history?.isRewarded === false && earnsReward(history.status, rewardEvent);
    const lead = {
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
    let enrollment: ReturnType<typeof enrollmentAfter>;
    do {
      const first = await findFirst(trx, incoming, since);
      if (first === undefined) await releasePhone(trx, incoming, since);
      enrollment = enrollmentAfter(first, program.duplicate_window_days);
      // The insert fails when a closed lead with the same phone was reopened concurrently.
    } while (!(await leadsRepo(trx).insert({ ...lead, ...enrollment })));
    await record(trx, incoming, id, now);
    await events.leadCame(trx, {
      organizationId,
      leadId: id,
      from: null,
      to: enrollment.status,
      reasonCode: enrollment.reason_code,
      comment: history?.comment ?? incoming.note ?? '',
      changed: [],
      dealAmountBeforeKop: null,
      actorId: incoming.actorId,
      requestId: incoming.requestId,
      at: createdAt,
      clock,
    });
    return id;
  };
}

/** Status of a new lead given an earlier lead with the same contact. A duplicate may be offered after the window of the earlier lead. */
const enrollmentAfter = (first: Awaited<ReturnType<typeof findFirst>>, windowDays: number) => ({
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
