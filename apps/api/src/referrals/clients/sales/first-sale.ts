import type { LeadStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Author, toCause } from '../../../audit/index.ts';
import {
  lockPartners,
  transferClaim,
  updateClaimsOfAttachments,
  updateClaimsOfLeads,
} from '../../../money/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { cutAtRepeats } from '../../../platform/row-batches.ts';
import { rulesInForce } from '../../programs/terms/own-rule.ts';
import { insertClosed, openNew } from '../attachments/attachment-changes.ts';
import { attachmentsOfLeads, openAttachment, paysLaterSales } from '../attachments/attachments.ts';
import { attachOwn, newAttachment } from '../attachments/deal-attachment.ts';
import { findClients, lockClients } from '../known-clients.ts';
import { applyWaitingSales } from '../waiting/apply-waiting-sales.ts';
import { findAwaitedLeads } from '../waiting/waiting.repo.ts';
import { leadOf, readLeads, toContacts, writeFirstSales } from './deal-sales.ts';
import { salesRepo } from './sales.repo.ts';

/** A change of a lead. Its row is locked and already has the new values. */
type Change = Author & {
  organizationId: string;
  leadId: string;
  from: LeadStatus | null;
  to: LeadStatus;
  dealAmountBeforeKop: number | null;
  clock: Clock;
};
type Transfer = Change & {
  comment: string;
  transfer: { from: string | null; to: string };
  hasEarned: boolean;
};

const ALREADY_ATTACHED = 'Клиент уже закреплен за другим партнером';

/** Returns true when a lead becomes a deal, is one, or is one no more. */
const isDeal = ({ from, to }: Change) => from === 'won' || to === 'won';

/** Updates the rewards of a lead, as `updateDeals`. */
export const updateDeal = (trx: Db, change: Change) => updateDeals(trx, [change]);

/**
 * Updates the rewards of different leads of an organization after a change of their status or deal by one author. The client, the attachment and the
 * sale of a deal follow the lead: a lead that becomes a deal finds or creates its client, opens an attachment and creates the sale. When an open
 * attachment of the client pays for later sales, the sale is added to that attachment instead. A lead that is no deal any more cancels its sale and
 * closes its attachment.
 *
 * The sales come first, because a deal that is a later sale earns by its attachment, and a rule can depend on the product and the client; the later sales come last, because they count after the deals.
 */
export async function updateDeals(trx: Db, changes: readonly Change[]) {
  const [first] = changes;
  if (first === undefined) return;
  const { organizationId, clock } = first;
  if (!changes.some(isDeal)) return updateClaimsOfLeads(trx, organizationId, changes, first, clock);
  await lockClients(trx, organizationId);
  for (const part of await cutAtClients(trx, organizationId, changes)) await updatePart(trx, part);
}

/** Updates the rewards of leads of different clients. */
async function updatePart(trx: Db, changes: readonly Change[]) {
  const [first] = changes;
  if (first === undefined) return;
  const { organizationId, clock } = first;
  const deals = changes.filter(isDeal);
  const leadIds = deals.map(({ leadId }) => leadId);
  const before = await attachmentsOfDeals(trx, organizationId, leadIds);
  await writeFirstSales(trx, deals);
  const waited = await enterSalesOfClients(
    trx,
    deals.filter(({ from, to }) => to === 'won' && from !== to),
  );
  const after = await attachmentsOfDeals(trx, organizationId, leadIds);
  const attachmentIds = [...new Set([...before, ...waited, ...after])];
  await lockPartnersOfDeals(trx, first, { leadIds: changes.map(({ leadId }) => leadId), attachmentIds });
  await updateClaimsOfLeads(trx, organizationId, changes, first, clock);
  await updateClaimsOfAttachments(trx, { organizationId, attachmentIds }, first, clock);
}

/** Cuts changes before a lead of the same client as an earlier one: the sale of the later one depends on the attachment of the earlier one. */
async function cutAtClients(trx: Db, organizationId: string, changes: readonly Change[]) {
  if (changes.length === 1) return [changes];
  const ids = changes.map(({ leadId }) => leadId);
  const sales = await salesRepo(trx, organizationId).ofLeads(ids);
  const leads = await readLeads(trx, organizationId, ids);
  const found = await findClients(
    trx,
    organizationId,
    ids.map((id) => toContacts(leadOf(leads, id))),
  );
  const clients = new Map(ids.map((id, at) => [id, sales.get(id)?.client_id ?? found[at]]));
  return cutAtRepeats(changes, ({ leadId }) => [clients.get(leadId) ?? leadId]);
}

/** Enters the sales that waited for the clients of won leads. @returns their attachments, whose rewards the caller updates. */
async function enterSalesOfClients(trx: Db, changes: readonly Change[]): Promise<string[]> {
  const [first] = changes;
  if (first === undefined) return [];
  const { organizationId, clock, actorId, requestId } = first;
  const leadIds = await findAwaitedLeads(
    trx,
    organizationId,
    changes.map(({ leadId }) => leadId),
  );
  const sales = await salesRepo(trx, organizationId).ofLeads(leadIds);
  const leads = await readLeads(trx, organizationId, leadIds);
  const attachments: string[] = [];
  for (const leadId of leadIds) {
    const sale = sales.get(leadId);
    if (sale === undefined) continue;
    const appeared = { organizationId, clock, actorId, requestId, clientId: sale.client_id };
    const { phone, email } = leadOf(leads, leadId);
    attachments.push(...(await applyWaitingSales(trx, appeared, { phone, email })).attachments);
  }
  return attachments;
}

/** The attachments that leads opened, and those that their sales are credited to. */
async function attachmentsOfDeals(
  trx: Db,
  organizationId: string,
  leadIds: readonly string[],
): Promise<string[]> {
  const sales = await salesRepo(trx, organizationId).ofLeads(leadIds);
  const opened = await attachmentsOfLeads(trx, organizationId, leadIds);
  return leadIds.flatMap((id) => {
    const own = (opened.get(id) ?? []).map((attachment) => attachment.id);
    const credited = sales.get(id)?.attachment_id ?? null;
    return credited === null ? own : [...own, credited];
  });
}

/** Locks the partners of leads and of attachments together, in the order of their ids. */
async function lockPartnersOfDeals(
  trx: Db,
  change: Change & { transfer?: Transfer['transfer'] },
  { leadIds, attachmentIds }: { leadIds: readonly string[]; attachmentIds: readonly string[] },
) {
  const { organizationId, transfer } = change;
  const leads = await readLeads(trx, organizationId, leadIds);
  const attached = await trx
    .selectFrom('attachments')
    .select('partner_id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${attachmentIds}::uuid[])`)
    .execute();
  const earners = [...leads.values()].flatMap(({ partner_id, earned_by }) => [partner_id, earned_by]);
  const partners = [...earners, transfer?.from ?? null, ...attached.map(({ partner_id }) => partner_id)];
  await lockPartners(
    trx,
    organizationId,
    partners.flatMap((partner) => partner ?? []),
    change,
  );
}

/**
 * Transfers the claim of a lead to another partner, and attaches the client of its deal to that partner, unless a later deal has attached the client
 * since then. The sale stays with the former partner together with its reward. A deal without a partner goes to its first partner. A deal that is a
 * later sale stays with its attachment, and the client with its partner.
 */
export async function transferDeal(trx: Db, change: Transfer) {
  const { organizationId, to, clock } = change;
  if (to !== 'won') return transferClaim(trx, change, change, clock);
  await lockClients(trx, organizationId);
  const leadIds = [change.leadId];
  const before = await attachmentsOfDeals(trx, organizationId, leadIds);
  await lockPartnersOfDeals(trx, change, { leadIds, attachmentIds: before });
  await transferClaim(trx, change, change, clock);
  await moveFirstSale(trx, change);
  const attachmentIds = [
    ...new Set([...before, ...(await attachmentsOfDeals(trx, organizationId, leadIds))]),
  ];
  await updateClaimsOfAttachments(trx, { organizationId, attachmentIds }, change, clock);
}

async function moveFirstSale(trx: Db, change: Transfer) {
  const { organizationId, leadId, comment, transfer, clock } = change;
  const lead = leadOf(await readLeads(trx, organizationId, [leadId]), leadId);
  const repo = salesRepo(trx, organizationId);
  const sale = await repo.ofLead(leadId);
  if (sale === undefined) return;
  // Only a later sale is credited to an attachment that the lead did not open.
  const opened = (await attachmentsOfLeads(trx, organizationId, [leadId])).get(leadId) ?? [];
  if (sale.attachment_id !== null && !opened.some(({ id }) => id === sale.attachment_id)) return;
  const cause = toCause(change, clock);
  const deal = { lead, clientId: sale.client_id };
  const open = await openAttachment(trx, {
    ...{ organizationId, clientId: sale.client_id },
    programId: lead.program_id,
  });
  const findRule = rulesInForce(trx, organizationId, cause.at);
  const values = await newAttachment(deal, transfer.to, findRule);
  if (transfer.from === null) {
    const isAttached = open !== undefined && (await paysLaterSales(trx, open, lead.today));
    const attachment_id = isAttached
      ? await insertClosed(trx, values, ALREADY_ATTACHED, cause)
      : await attachOwn(trx, deal, cause);
    await repo.update(sale.id, { attachment_id, updated_at: cause.at });
    return;
  }
  if (open !== undefined && open.lead_id !== leadId) return;
  const transferred = { values: { ...values, cause: 'transfer' as const }, reason: comment };
  const attachment_id = await openNew(trx, transferred, cause);
  // A claim without entries moves to the new partner, and so does its sale.
  if (lead.earned_by === null) await repo.update(sale.id, { attachment_id, updated_at: cause.at });
}
