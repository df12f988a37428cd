import {
  eachLeadField,
  type LEAD_SOURCES,
  type LeadField,
  type LeadReason,
  type LeadStatus,
  type UTM_TAGS,
} from '@referral-dashboard/api-contract';
import { type Cause, insertPersonalChange, type PersonalChange } from '../../audit/index.ts';
import { newIds } from '../../database/rules/numbers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

/** UTM tags and referrer of the visit that a lead came from. */
export type LeadVisit = Partial<Record<(typeof UTM_TAGS)[number] | 'referrer_host', string>>;

/** A lead before it is inserted, from any source. The phone is normalized. */
export type IncomingLead = Record<LeadField, string> & {
  organizationId: string;
  programId: string;
  partnerId: string | null;
  linkId: string | null;
  clickId: string | null;
  /** UTM tags and referrer of the visit. */
  visit?: LeadVisit;
  source: (typeof LEAD_SOURCES)[number];
  phone: string;
  unverified: boolean;
  /** The consent that a visitor gave; null for a manually entered lead. */
  consent: { textId: string; ip: string; userAgent: string } | null;
  actorId: string | null;
  /** Empty for a lead from a public form. */
  requestId: string;
  /** An import of a lead that was collected elsewhere. */
  history?: {
    createdAt: Date;
    /** Status that the lead gets at once. */
    status: LeadStatus;
    comment: string;
    isRewarded: boolean;
  };
  /** Comment of the first entry in the history. */
  note?: string;
};

/** Returns the written fields; missing ones are empty. */
export const writtenFields = (values: { readonly [Field in LeadField]?: string | undefined }) =>
  eachLeadField((field) => values[field] ?? '');

/** A change of a lead. Its row is locked and already has the new values. */
export type LeadChange = Cause & {
  organizationId: string;
  leadId: string;
  /** null for a new lead. Equal to `to` when the status does not change. */
  from: LeadStatus | null;
  to: LeadStatus;
  reasonCode: LeadReason | null;
  comment: string;
  /** Names of the changed fields. */
  changed: string[];
  dealAmountBeforeKop: number | null;
  /** The deal amount, and the values of personal fields, when the change contains them. */
  dealAmountKop?: number | null;
  personal?: PersonalChange;
  /** Clock of the changes of money, which wait for the lock of the partner. */
  clock: Clock;
  /** The partners before and after a transfer. */
  transfer?: { from: string | null; to: string };
};

/** New values of a lead's transition, after the checks of its input. */
export type LeadMove = {
  to: LeadStatus;
  reason_code: LeadReason | null;
  reason_comment: string;
  deal_amount_kop: number | null;
  /** Comment of the entry in the history. */
  comment: string;
  changed: string[];
};

/** A change of a lead's partner. */
export type LeadTransfer = LeadChange & Required<Pick<LeadChange, 'transfer'>> & { hasEarned: boolean };

/** Fields of a lead whose values are kept apart from its history, so that they can be erased. */
export const PERSONAL_LEAD_FIELDS: readonly LeadField[] = ['name', 'email', 'company'];

/** E-mail for comparisons, in lower case. */
export const emailKey = (email: string) => email.toLowerCase();

/** Adds a change to the history of the lead, `lead_events`. */
export const recordLeadHistory = (trx: Db, change: LeadChange) => recordLeadHistories(trx, [change]);

/** Adds changes to the histories of leads. */
export async function recordLeadHistories(trx: Db, changes: readonly LeadChange[]) {
  if (changes.length === 0) return;
  const ids = newIds(changes.length);
  await trx
    .insertInto('lead_events')
    .values(changes.map((change, at) => toHistoryRow(change, ids[at] ?? '')))
    .execute();
  for (const [at, { organizationId, personal }] of changes.entries())
    if (personal !== undefined)
      await insertPersonalChange(trx, { organizationId, entryId: ids[at] ?? '' }, personal);
}

function toHistoryRow(change: LeadChange, id: string) {
  const { organizationId, leadId, actorId, requestId, from, to } = change;
  const { reasonCode, comment, changed, transfer, at } = change;
  const isDealChange =
    change.dealAmountKop !== undefined && change.dealAmountKop !== change.dealAmountBeforeKop;
  return {
    organization_id: organizationId,
    id,
    lead_id: leadId,
    actor_id: actorId,
    from_status: from,
    to_status: to,
    reason_code: reasonCode,
    comment,
    changed,
    from_partner_id: transfer?.from ?? null,
    to_partner_id: transfer?.to ?? null,
    ...(isDealChange && {
      deal_amount_before_kop: change.dealAmountBeforeKop,
      deal_amount_kop: change.dealAmountKop,
    }),
    at,
    request_id: requestId,
  };
}
