import type { Cause } from '../../../audit/index.ts';
import { leadNumber } from '../../../database/rules/numbers.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findRuleInForce } from '../../programs/terms/own-rule.ts';
import { insertClosed, openNew, reopen } from './attachment-changes.ts';
import {
  lastAttachmentOfLead,
  type NewAttachment,
  openAttachment,
  paysLaterSales,
  startAfter,
} from './attachments.ts';

/** A lead that is won. */
export type WonLead = {
  organization_id: string;
  id: string;
  number: number;
  program_id: string;
  partner_id: string | null;
  /** Null for a deal that was imported without a reward. */
  reward_rule_id: string | null;
  /** The day of the deal. */
  today: string;
};

const LATER_HOLDER = 'Клиент закреплен по более поздней сделке';

/**
 * Returns the attachment that the sale of a won lead is credited to: the open one, when its rule pays for later sales, otherwise an own one. After a
 * manual transfer to another partner, a lead that is won again keeps its own attachment, and the client stays with that partner.
 *
 * @returns null when there is no partner to credit.
 */
export async function attach(trx: Db, lead: WonLead, clientId: string, cause: Cause): Promise<string | null> {
  const { organization_id: organizationId, id: leadId, partner_id: partnerId, program_id: programId } = lead;
  const former =
    partnerId === null ? undefined : await lastAttachmentOfLead(trx, { organizationId, leadId, partnerId });
  const open = await openAttachment(trx, { organizationId, clientId, programId });
  if (open !== undefined && open.lead_id !== leadId) {
    const isTaken = former !== undefined && open.lead_id === null && open.created_at > former.created_at;
    if (isTaken) return former.id;
    const start = lead.reward_rule_id === null ? await startAfter(trx, open, lead.today) : undefined;
    if (start !== undefined) return attachUntil(trx, lead, clientId, start, cause);
    if (await paysLaterSales(trx, open, lead.today)) return open.id;
  }
  return attachOwn(trx, lead, clientId, cause);
}

/** Attaches the client of an imported deal until the day on which a later deal attached the client. */
async function attachUntil(trx: Db, lead: WonLead, clientId: string, end: Date, cause: Cause) {
  const { partner_id: partnerId } = lead;
  if (partnerId === null) return null;
  const attachment = await newAttachment(trx, lead, { clientId, partnerId }, cause.at);
  return insertClosed(trx, attachment, LATER_HOLDER, cause, end);
}

/** Attaches a client to the partner of a lead. @returns the id of the attachment; null for a lead without a partner. */
export async function attachOwn(
  trx: Db,
  lead: WonLead,
  clientId: string,
  cause: Cause,
): Promise<string | null> {
  const { organization_id: organizationId, id: leadId, partner_id: partnerId } = lead;
  if (partnerId === null) return null;
  const closing = { reason: `Новая сделка клиента: лид ${leadNumber(lead.number)}` };
  const former = await lastAttachmentOfLead(trx, { organizationId, leadId, partnerId });
  return former === undefined
    ? openNew(trx, await newAttachment(trx, lead, { clientId, partnerId }, cause.at), closing, cause)
    : reopen(trx, former, closing, cause);
}

/**
 * Describes the attachment of a lead, with the rule of the lead. A deal that was imported without a reward has none; its later sales are rewarded by
 * the rule that is in force.
 */
export async function newAttachment(
  trx: Db,
  { organization_id, id, program_id, reward_rule_id, today }: WonLead,
  { clientId, partnerId }: { clientId: string; partnerId: string },
  at: Date,
): Promise<NewAttachment> {
  const participation = { organizationId: organization_id, programId: program_id, partnerId };
  return {
    organization_id,
    client_id: clientId,
    program_id,
    partner_id: partnerId,
    lead_id: id,
    reward_rule_id: reward_rule_id ?? (await findRuleInForce(trx, participation, at)),
    cause: reward_rule_id === null ? 'import' : 'lead',
    starts_at: today,
  };
}
