import { randomUUIDv7 } from 'node:crypto';
import type { LEAD_SOURCES, LeadReason, LeadStatus, UTM_TAGS } from '@referral-dashboard/api-contract';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';

/** The visit that a lead came from. */
export type LeadVisit = Partial<Record<(typeof UTM_TAGS)[number] | 'referrer_host', string>>;

/** A lead that comes in, from wherever it comes. The phone is normalised. */
export type IncomingLead = {
  organizationId: string;
  programId: string;
  partnerId: string | null;
  linkId: string | null;
  clickId: string | null;
  /** Tags and referrer of the click. */
  visit?: LeadVisit;
  source: (typeof LEAD_SOURCES)[number];
  name: string;
  phone: string;
  email: string;
  company: string;
  comment: string;
  unverified: boolean;
  /** The text that a visitor agreed to; nothing for a lead entered by hand. */
  consent: { textId: string; ip: string; userAgent: string } | null;
  actorId: string | null;
};

/** A change of a lead. Its row is locked and already holds the new values. */
export type LeadChange = Cause & {
  organizationId: string;
  leadId: string;
  /** null: the lead has just come. The same as `to`: its status stays. */
  from: LeadStatus | null;
  to: LeadStatus;
  reasonCode: LeadReason | null;
  comment: string;
  /** Fields that got another value. */
  changed: string[];
  dealAmountBeforeKop: number | null;
  /** The partners before and after a transfer. */
  transfer?: { from: string | null; to: string };
};

/** A change of a lead's partner. */
export type LeadTransfer = LeadChange & Required<Pick<LeadChange, 'transfer'>>;

/** An e-mail as it is compared: case makes no difference. */
export const emailKey = (email: string) => email.toLowerCase();

/** Writes a change into the lead's history, `lead_events`. */
export async function recordLeadHistory(trx: Db, change: LeadChange) {
  const { organizationId, leadId, actorId, from, to, reasonCode, comment, changed, transfer, at } = change;
  await trx
    .insertInto('lead_events')
    .values({
      organization_id: organizationId,
      id: randomUUIDv7(),
      lead_id: leadId,
      actor_id: actorId,
      from_status: from,
      to_status: to,
      reason_code: reasonCode,
      comment,
      changed,
      from_partner_id: transfer?.from ?? null,
      to_partner_id: transfer?.to ?? null,
      at,
    })
    .execute();
}
