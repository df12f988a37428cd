import type { Cause } from '../../../audit/index.ts';
import { leadNumber } from '../../../database/rules/numbers.ts';
import type { Db } from '../../../platform/db/db.ts';
import { rulesInForce } from '../../programs/terms/own-rule.ts';
import { insertClosed, type Opening, openAll, reopen } from './attachment-changes.ts';
import {
  type Attachment,
  attachmentsOfLeads,
  lastOfPartner,
  type NewAttachment,
  openAttachments,
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

/** A won lead and its client. */
export type Deal = { lead: WonLead; clientId: string };

/** Returns the attachment that the sale of a won lead is credited to, as `attachDeals`. */
export async function attach(trx: Db, deal: Deal, cause: Cause): Promise<string | null> {
  const [id = null] = await attachDeals(trx, deal.lead.organization_id, [deal], cause);
  return id;
}

/**
 * Returns the attachments that the sales of won leads of different clients are credited to: the open one, when its rule pays for later sales,
 * otherwise an own one. After a manual transfer to another partner, a lead that is won again keeps its own attachment, and the client stays with that
 * partner.
 *
 * @returns the ids in the order of the leads, null when there is no partner to credit.
 */
export async function attachDeals(
  trx: Db,
  organizationId: string,
  deals: readonly Deal[],
  cause: Cause,
): Promise<(string | null)[]> {
  if (deals.length === 0) return [];
  const findOpen = await openAttachments(
    trx,
    organizationId,
    deals.map(({ clientId }) => clientId),
  );
  const opened = await attachmentsOfDeals(trx, organizationId, deals);
  const credited = new Map<string, string | null>();
  const own: Deal[] = [];
  for (const deal of deals) {
    const { lead, clientId } = deal;
    const open = findOpen({ client_id: clientId, program_id: lead.program_id });
    const former = lastOfPartner(opened.get(lead.id) ?? [], lead.partner_id);
    const id =
      open === undefined || open.lead_id === lead.id
        ? undefined
        : await creditToOther(trx, deal, { open, former }, cause);
    if (id === undefined) own.push(deal);
    else credited.set(lead.id, id);
  }
  const ids = await attachOwnDeals(trx, organizationId, own, opened, cause);
  for (const [at, { lead }] of own.entries()) credited.set(lead.id, ids[at] ?? null);
  return deals.map(({ lead }) => credited.get(lead.id) ?? null);
}

const attachmentsOfDeals = (trx: Db, organizationId: string, deals: readonly Deal[]) =>
  attachmentsOfLeads(
    trx,
    organizationId,
    deals.map(({ lead }) => lead.id),
  );

/** Returns the attachment for a deal whose client is already attached in the program; undefined when the deal opens its own attachment. */
async function creditToOther(
  trx: Db,
  { lead, clientId }: Deal,
  { open, former }: { open: Attachment; former: Attachment | undefined },
  cause: Cause,
): Promise<string | null | undefined> {
  const isTaken = former !== undefined && open.lead_id === null && open.created_at > former.created_at;
  if (isTaken) return former.id;
  const start = lead.reward_rule_id === null ? await startAfter(trx, open, lead.today) : undefined;
  if (start !== undefined) return attachUntil(trx, { lead, clientId }, start, cause);
  return (await paysLaterSales(trx, open, lead.today)) ? open.id : undefined;
}

/** Attaches the client of an imported deal until the day on which a later deal attached the client. */
async function attachUntil(trx: Db, deal: Deal, end: Date, cause: Cause) {
  const { partner_id: partnerId, organization_id } = deal.lead;
  if (partnerId === null) return null;
  const findRule = rulesInForce(trx, organization_id, cause.at);
  return insertClosed(trx, await newAttachment(deal, partnerId, findRule), LATER_HOLDER, cause, end);
}

/** Attaches a client to the partner of a lead. @returns the id of the attachment; null for a lead without a partner. */
export async function attachOwn(trx: Db, deal: Deal, cause: Cause): Promise<string | null> {
  const organizationId = deal.lead.organization_id;
  const opened = await attachmentsOfDeals(trx, organizationId, [deal]);
  const [id = null] = await attachOwnDeals(trx, organizationId, [deal], opened, cause);
  return id;
}

/** Opens new attachments together, and former ones again. */
async function attachOwnDeals(
  trx: Db,
  organizationId: string,
  deals: readonly Deal[],
  opened: ReadonlyMap<string, readonly Attachment[]>,
  cause: Cause,
): Promise<(string | null)[]> {
  const findRule = rulesInForce(trx, organizationId, cause.at);
  const ids = new Map<string, string>();
  const fresh: (Opening & { leadId: string })[] = [];
  for (const deal of deals) {
    const { id: leadId, number, partner_id } = deal.lead;
    if (partner_id === null) continue;
    const reason = `Новая сделка клиента: лид ${leadNumber(number)}`;
    const former = lastOfPartner(opened.get(leadId) ?? [], partner_id);
    if (former === undefined)
      fresh.push({ leadId, reason, values: await newAttachment(deal, partner_id, findRule) });
    else ids.set(leadId, await reopen(trx, former, { reason }, cause));
  }
  const added = await openAll(trx, organizationId, fresh, cause);
  for (const [at, { leadId }] of fresh.entries()) ids.set(leadId, added[at] ?? '');
  return deals.map(({ lead }) => ids.get(lead.id) ?? null);
}

/**
 * Describes the attachment of a lead, with the rule of the lead. A deal that was imported without a reward has none; its later sales are rewarded by
 * the rule that is in force.
 */
export async function newAttachment(
  { lead: { organization_id, id, program_id, reward_rule_id, today }, clientId }: Deal,
  partnerId: string,
  findRule: ReturnType<typeof rulesInForce>,
): Promise<NewAttachment> {
  return {
    organization_id,
    client_id: clientId,
    program_id,
    partner_id: partnerId,
    lead_id: id,
    reward_rule_id: reward_rule_id ?? (await findRule(program_id, partnerId)),
    cause: reward_rule_id === null ? 'import' : 'lead',
    starts_at: today,
  };
}
