import { randomUUIDv7 } from 'node:crypto';
import type { LeadStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Author, type Cause, toCause } from '../../audit/index.ts';
import { leadNumber, nextNumber, saleNumber } from '../../database/rules/numbers.ts';
import { updateClaimsOfSales } from '../../money/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  attachmentsOfLead,
  closeAndRestore,
  lastAttachmentOfLead,
  openAttachment,
  openAttachmentOfLead,
  openNew,
  reopen,
} from './attachments.ts';
import { recordClientEvent } from './client-events.ts';
import { findClient, insertClient, lockClients } from './known-clients.ts';
import { salesRepo } from './sales.repo.ts';

/** A change of a lead. Its row is locked and already has the new values. */
type Change = Author & {
  organizationId: string;
  leadId: string;
  from: LeadStatus | null;
  to: LeadStatus;
  clock: Clock;
};
type Transfer = Change & { comment: string; transfer: { from: string | null; to: string } };

type Lead = Awaited<ReturnType<typeof readLead>>;

/**
 * Keeps the client, the attachment and the sale of a lead equal to the lead. A lead that becomes a deal finds or creates its client, opens an
 * attachment and creates the sale; a lead that is no deal any more cancels them; a deal with another amount changes the sale. It runs after the
 * claim of the lead is updated, because the later sales of the attachment count after its deal.
 */
export async function recordFirstSale(trx: Db, change: Change) {
  const { from, to } = change;
  if (from !== 'won' && to !== 'won') return;
  const before = await attachmentsOfLead(trx, change);
  await writeFirstSale(trx, change);
  await updateLaterSales(trx, change, before);
}

/** Locks the clients before a change of a deal locks the money of a partner. */
export async function lockClientsOfDeal(
  trx: Db,
  { organizationId, from, to }: Pick<Change, 'organizationId' | 'from' | 'to'>,
) {
  if (from === 'won' || to === 'won') await lockClients(trx, organizationId);
}

/** Updates the rewards of the later sales of the attachments that a lead has or had. */
async function updateLaterSales(trx: Db, change: Change, before: readonly string[]) {
  const { organizationId, clock } = change;
  for (const attachmentId of new Set([...before, ...(await attachmentsOfLead(trx, change))]))
    await updateClaimsOfSales(trx, { organizationId, attachmentId }, change, clock);
}

async function writeFirstSale(trx: Db, change: Change) {
  const { organizationId, leadId, to, clock } = change;
  const lead = await readLead(trx, organizationId, leadId);
  const cause = toCause(change, clock);
  if (to !== 'won') return cancelSale(trx, lead, cause);
  const sale = await salesRepo(trx, organizationId).ofLead(leadId);
  if (sale === undefined) return createSale(trx, lead, cause);
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
  const attachment_id = await attach(trx, lead, sale.client_id, cause);
  await salesRepo(trx, organizationId).update(sale.id, {
    amount_kop,
    attachment_id,
    canceled_at: null,
    updated_at: cause.at,
  });
  await recordClientEvent(trx, client, 'sale-restore', { ...numbers, amount_kop }, cause);
}

/**
 * Attaches the client of a transferred deal to the new partner, unless a later deal has attached the client since then. The sale stays with the
 * former partner together with its reward. A deal without a partner goes to its first partner.
 */
export async function transferFirstSale(trx: Db, change: Transfer) {
  if (change.to !== 'won') return;
  const before = await attachmentsOfLead(trx, change);
  await moveFirstSale(trx, change);
  await updateLaterSales(trx, change, before);
}

async function moveFirstSale(trx: Db, change: Transfer) {
  const { organizationId, leadId, comment, transfer, clock } = change;
  const lead = await readLead(trx, organizationId, leadId);
  const repo = salesRepo(trx, organizationId);
  const sale = await repo.ofLead(leadId);
  if (sale === undefined) return;
  const cause = toCause(change, clock);
  if (transfer.from === null) {
    const attachment_id = await attach(trx, lead, sale.client_id, cause);
    await repo.update(sale.id, { attachment_id, updated_at: cause.at });
    return;
  }
  const programId = lead.program_id;
  const open = await openAttachment(trx, { organizationId, clientId: sale.client_id, programId });
  if (open !== undefined && open.lead_id !== leadId) return;
  const attachment = newAttachment(lead, sale.client_id, transfer.to);
  const attachment_id = await openNew(trx, { ...attachment, cause: 'transfer' }, { reason: comment }, cause);
  // A claim without entries moves to the new partner, and so does its sale.
  if (lead.earned_by === null) await repo.update(sale.id, { attachment_id, updated_at: cause.at });
}

async function createSale(trx: Db, lead: Lead, cause: Cause) {
  const { organization_id: organizationId, name, phone, email, deal_amount_kop: amount_kop } = lead;
  const contacts = { name, phone, email, inn: '' };
  const number = leadNumber(lead.number);
  const clientId =
    (await findClient(trx, organizationId, contacts)) ??
    (await insertClient(trx, organizationId, { ...contacts, external_id: null }, number, cause));
  const attachment_id = await attach(trx, lead, clientId, cause);
  const saleOrdinal = await nextNumber(trx, organizationId, 'sale');
  await salesRepo(trx, organizationId).insert({
    id: randomUUIDv7(),
    number: saleOrdinal,
    client_id: clientId,
    attachment_id,
    lead_id: lead.id,
    amount_kop,
    paid_on: lead.today,
    source: 'manual',
    created_at: cause.at,
    updated_at: cause.at,
  });
  const diff = { sale_number: saleNumber(saleOrdinal), lead_number: number, amount_kop };
  await recordClientEvent(trx, { organizationId, clientId }, 'sale', diff, cause);
}

async function cancelSale(trx: Db, { organization_id: organizationId, id, number }: Lead, cause: Cause) {
  const repo = salesRepo(trx, organizationId);
  const sale = await repo.ofLead(id);
  if (sale === undefined) return;
  const reason = `Лид ${leadNumber(number)} больше не сделка`;
  const attachment = await openAttachmentOfLead(trx, organizationId, id);
  if (attachment !== undefined) await closeAndRestore(trx, attachment, reason, cause);
  await repo.update(sale.id, { canceled_at: cause.at, updated_at: cause.at });
  const diff = { sale_number: saleNumber(sale.number), lead_number: leadNumber(number), comment: reason };
  await recordClientEvent(trx, { organizationId, clientId: sale.client_id }, 'sale-cancel', diff, cause);
}

/**
 * Attaches a client to the partner of a lead. After a manual transfer to another partner, a lead that is won again leaves the client there.
 * @returns the id of the attachment; null for a lead without a partner.
 */
async function attach(trx: Db, lead: Lead, clientId: string, cause: Cause): Promise<string | null> {
  const { organization_id: organizationId, id: leadId, partner_id: partnerId } = lead;
  if (partnerId === null) return null;
  const closing = { reason: `Новая сделка клиента: лид ${leadNumber(lead.number)}` };
  const former = await lastAttachmentOfLead(trx, { organizationId, leadId, partnerId });
  if (former === undefined) return openNew(trx, newAttachment(lead, clientId, partnerId), closing, cause);
  const open = await openAttachment(trx, { organizationId, clientId, programId: lead.program_id });
  const isTaken = open !== undefined && open.lead_id === null && open.created_at > former.created_at;
  return isTaken ? former.id : reopen(trx, former, closing, cause);
}

const newAttachment = (lead: Lead, client_id: string, partner_id: string) => ({
  organization_id: lead.organization_id,
  client_id,
  program_id: lead.program_id,
  partner_id,
  lead_id: lead.id,
  reward_rule_id: lead.reward_rule_id,
  cause: 'lead' as const,
  starts_at: lead.today,
});

const readLead = (trx: Db, organizationId: string, id: string) =>
  trx
    .selectFrom('leads as l')
    .innerJoin('organizations as o', 'o.id', 'l.organization_id')
    .select(['l.organization_id', 'l.id', 'l.number', 'l.name', 'l.phone', 'l.email', 'l.program_id'])
    .select(['l.partner_id', 'l.earned_by', 'l.reward_rule_id', 'l.deal_amount_kop'])
    .select(sql<string>`(l.updated_at at time zone o.time_zone)::date::text`.as('today'))
    .where('l.organization_id', '=', organizationId)
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow();
