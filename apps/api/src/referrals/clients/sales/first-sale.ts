import type { LeadStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Author, type Cause, toCause } from '../../../audit/index.ts';
import { leadNumber, newIds, nextNumbers, saleNumber } from '../../../database/rules/numbers.ts';
import {
  lockPartners,
  passEmptyClaim,
  transferClaim,
  updateClaimsOfAttachments,
  updateClaimsOfLeads,
} from '../../../money/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { cutAtRepeats } from '../../../platform/row-batches.ts';
import { rulesInForce } from '../../programs/terms/own-rule.ts';
import { closeAndRestore, insertClosed, openNew } from '../attachments/attachment-changes.ts';
import {
  attachmentsOfLeads,
  openAttachment,
  openAttachmentOfLead,
  paysLaterSales,
} from '../attachments/attachments.ts';
import { attach, attachDeals, attachOwn, newAttachment } from '../attachments/deal-attachment.ts';
import { recordClientEvent, recordNewSales } from '../client-events.ts';
import { findClients, insertClients, lockClients } from '../known-clients.ts';
import { applyWaitingSales } from '../waiting/apply-waiting-sales.ts';
import { findAwaitedLeads } from '../waiting/waiting.repo.ts';
import { insertSaleRows } from './sale-webhooks.ts';
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

type Lead = Awaited<ReturnType<typeof readLeads>> extends Map<string, infer Row> ? Row : never;

const ALREADY_ATTACHED = 'Клиент уже закреплен за другим партнером';

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
  const deals = changes.filter(({ from, to }) => from === 'won' || to === 'won');
  if (deals.length === 0) return updateClaimsOfLeads(trx, organizationId, changes, first, clock);
  await lockClients(trx, organizationId);
  for (const part of await cutAtClients(trx, organizationId, changes)) await updatePart(trx, part);
}

/** Updates the rewards of leads of different clients. */
async function updatePart(trx: Db, changes: readonly Change[]) {
  const [first] = changes;
  if (first === undefined) return;
  const { organizationId, clock } = first;
  const deals = changes.filter(({ from, to }) => from === 'won' || to === 'won');
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

/** Cuts changes before a lead of the same client as an earlier one: what becomes of its sale depends on the attachment of the earlier one. */
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

/** Creates, changes or cancels the sales of leads. */
async function writeFirstSales(trx: Db, changes: readonly Change[]) {
  const [first] = changes;
  if (first === undefined) return;
  const { organizationId, clock } = first;
  const ids = changes.map(({ leadId }) => leadId);
  const leads = await readLeads(trx, organizationId, ids);
  const sales = await salesRepo(trx, organizationId).ofLeads(ids);
  const cause = toCause(first, clock);
  const fresh: Lead[] = [];
  for (const { leadId, to } of changes) {
    const [lead, sale] = [leadOf(leads, leadId), sales.get(leadId)];
    if (to === 'won' && sale === undefined) fresh.push(lead);
    else if (sale !== undefined)
      await (to === 'won' ? updateSale(trx, lead, sale, cause) : cancelSale(trx, lead, sale, cause));
  }
  await createSales(trx, organizationId, fresh, cause);
}

type Sale = NonNullable<Awaited<ReturnType<ReturnType<typeof salesRepo>['ofLead']>>>;

/** Gives the sale of a won lead the amount of the lead, and restores it when it was canceled. */
async function updateSale(trx: Db, lead: Lead, sale: Sale, cause: Cause) {
  const organizationId = lead.organization_id;
  const amount_kop = lead.deal_amount_kop;
  const numbers = { sale_number: saleNumber(sale.number), lead_number: leadNumber(lead.number) };
  const client = { organizationId, clientId: sale.client_id };
  if (sale.canceled_at === null) {
    if (sale.amount_kop === amount_kop) return;
    await salesRepo(trx, organizationId).update(sale.id, { amount_kop, updated_at: cause.at });
    const amounts = { before: { amount_kop: sale.amount_kop }, after: { amount_kop } };
    await recordClientEvent(trx, client, 'sale-update', { ...numbers, ...amounts, amount_kop }, cause);
    return;
  }
  const attachment_id = await attach(trx, { lead, clientId: sale.client_id }, cause);
  await passEmptyClaim(trx, { organizationId, saleId: sale.id, attachmentId: attachment_id });
  await salesRepo(trx, organizationId).update(sale.id, {
    amount_kop,
    attachment_id,
    canceled_at: null,
    updated_at: cause.at,
  });
  await recordClientEvent(trx, client, 'sale-restore', { ...numbers, amount_kop }, cause);
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

/** Creates the sales of won leads of different clients, with the clients and the attachments. */
async function createSales(trx: Db, organizationId: string, leads: readonly Lead[], cause: Cause) {
  if (leads.length === 0) return;
  const clients = await findOrInsertClients(trx, organizationId, leads, cause);
  const deals = leads.map((lead, at) => ({ lead, clientId: clients[at] ?? '' }));
  const credited = await attachDeals(trx, organizationId, deals, cause);
  const [first, ids] = [await nextNumbers(trx, organizationId, 'sale', deals.length), newIds(deals.length)];
  const sales = deals.map(({ lead, clientId }, at) => ({
    ...{ id: ids[at] ?? '', number: first + at, source: 'manual' as const },
    client_id: clientId,
    attachment_id: credited[at] ?? null,
    lead_id: lead.id,
    amount_kop: lead.deal_amount_kop,
    paid_on: lead.today,
    created_at: cause.at,
    updated_at: cause.at,
  }));
  await insertSaleRows(trx, organizationId, sales, cause.at);
  await recordNewSales(
    trx,
    deals.map(({ lead, clientId }, at) => ({
      ...{ organizationId, clientId, amount_kop: lead.deal_amount_kop },
      sale_number: saleNumber(first + at),
      lead_number: leadNumber(lead.number),
    })),
    cause,
  );
}

/** @returns the ids of the clients, in the order of the leads. */
async function findOrInsertClients(
  trx: Db,
  organizationId: string,
  leads: readonly Lead[],
  cause: Cause,
): Promise<string[]> {
  const found = await findClients(trx, organizationId, leads.map(toContacts));
  const unknown = leads.filter((_, at) => found[at] === null);
  const inserted = await insertClients(
    trx,
    organizationId,
    unknown.map((lead) => ({
      ...toContacts(lead),
      external_id: null,
      leadNumber: leadNumber(lead.number),
    })),
    cause,
  );
  const added = inserted.values();
  return found.map((id) => id ?? added.next().value ?? '');
}

async function cancelSale(
  trx: Db,
  { organization_id: organizationId, id, number }: Lead,
  sale: Sale,
  cause: Cause,
) {
  const reason = `Лид ${leadNumber(number)} больше не сделка`;
  const attachment = await openAttachmentOfLead(trx, organizationId, id);
  if (attachment !== undefined) await closeAndRestore(trx, attachment, reason, cause);
  await salesRepo(trx, organizationId).update(sale.id, { canceled_at: cause.at, updated_at: cause.at });
  const diff = { sale_number: saleNumber(sale.number), lead_number: leadNumber(number), comment: reason };
  await recordClientEvent(trx, { organizationId, clientId: sale.client_id }, 'sale-cancel', diff, cause);
}

const toContacts = ({ name, phone, email }: Lead) => ({ name, phone, email, inn: '' });

/** Reads leads by id. */
async function readLeads(trx: Db, organizationId: string, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('leads as l')
    .innerJoin('organizations as o', 'o.id', 'l.organization_id')
    .select(['l.organization_id', 'l.id', 'l.number', 'l.name', 'l.phone', 'l.email', 'l.program_id'])
    .select(['l.partner_id', 'l.earned_by', 'l.reward_rule_id', 'l.deal_amount_kop'])
    .select(sql<string>`(l.updated_at at time zone o.time_zone)::date::text`.as('today'))
    .where('l.organization_id', '=', organizationId)
    .where(sql<boolean>`l.id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function leadOf(leads: Awaited<ReturnType<typeof readLeads>>, id: string): Lead {
  const lead = leads.get(id);
  if (lead === undefined) throw new Error('the lead does not exist');
  return lead;
}
