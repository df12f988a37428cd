import { randomUUIDv7 } from 'node:crypto';
import type { LeadStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Author, type Cause, toCause } from '../../../audit/index.ts';
import { leadNumber, nextNumber, saleNumber } from '../../../database/rules/numbers.ts';
import {
  lockPartners,
  passEmptyClaim,
  transferClaim,
  updateClaimOfLead,
  updateClaimsOfSales,
} from '../../../money/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { closeAndRestore, insertClosed, openNew } from '../attachments/attachment-changes.ts';
import {
  attachmentsOfLead,
  openAttachment,
  openAttachmentOfLead,
  paysLaterSales,
} from '../attachments/attachments.ts';
import { attach, attachOwn, newAttachment } from '../attachments/deal-attachment.ts';
import { recordClientEvent } from '../client-events.ts';
import { findClient, insertClient, lockClients } from '../known-clients.ts';
import { applyWaitingSales } from '../waiting/apply-waiting-sales.ts';
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

type Lead = Awaited<ReturnType<typeof readLead>>;

const ALREADY_ATTACHED = 'Клиент уже закреплен за другим партнером';

/**
 * Updates the reward of a lead after a change of its status or its deal. The client, the attachment and the sale of a deal follow the lead: a lead that
 * becomes a deal finds or creates its client, opens an attachment and creates the sale. When an open attachment of the client pays for later sales, the
 * sale is added to that attachment instead. A lead that is no deal any more cancels its sale and closes its attachment.
 *
 * The sale comes first, because a deal that is a later sale earns by its attachment, and a rule can depend on the product and the client; the later sales come last, because they count after the deal.
 */
export async function updateDeal(trx: Db, change: Change) {
  const { organizationId, from, to, clock } = change;
  if (from !== 'won' && to !== 'won') return updateClaimOfLead(trx, change, change, clock);
  await lockClients(trx, organizationId);
  const before = await attachmentsOfDeal(trx, change);
  await writeFirstSale(trx, change);
  const waited = to === 'won' && from !== to ? await enterSalesOfClient(trx, change) : [];
  const attachments = [...new Set([...before, ...waited, ...(await attachmentsOfDeal(trx, change))])];
  await lockPartnersOfDeal(trx, change, attachments);
  await updateClaimOfLead(trx, change, change, clock);
  for (const attachmentId of attachments)
    await updateClaimsOfSales(trx, { organizationId, attachmentId }, change, clock);
}

/** Enters the sales that waited for the client of a won lead. @returns their attachments, whose rewards the caller updates. */
async function enterSalesOfClient(trx: Db, { from: _from, to: _to, leadId, ...change }: Change) {
  const { organizationId } = change;
  const sale = await salesRepo(trx, organizationId).ofLead(leadId);
  if (sale === undefined) return [];
  const { phone, email } = await readLead(trx, organizationId, leadId);
  const appeared = { ...change, clientId: sale.client_id };
  return (await applyWaitingSales(trx, appeared, { phone, email })).attachments;
}

/** The attachments that the lead opened, and the one that its sale is credited to. */
async function attachmentsOfDeal(trx: Db, { organizationId, leadId }: Change): Promise<string[]> {
  const sale = await salesRepo(trx, organizationId).ofLead(leadId);
  const opened = await attachmentsOfLead(trx, { organizationId, leadId });
  return [...opened, ...(sale?.attachment_id ? [sale.attachment_id] : [])];
}

/** Locks the partner of a lead and those of attachments together, in the order of their ids. */
async function lockPartnersOfDeal(
  trx: Db,
  change: Change & { transfer?: Transfer['transfer'] },
  attachments: readonly string[],
) {
  const { organizationId, leadId, transfer } = change;
  const lead = await readLead(trx, organizationId, leadId);
  const attached = await trx
    .selectFrom('attachments')
    .select('partner_id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${attachments}::uuid[])`)
    .execute();
  const earners = [lead.partner_id, lead.earned_by, transfer?.from ?? null];
  const partners = [...earners, ...attached.map(({ partner_id }) => partner_id)];
  await lockPartners(
    trx,
    organizationId,
    partners.flatMap((partner) => partner ?? []),
    change,
  );
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
  const before = await attachmentsOfDeal(trx, change);
  await lockPartnersOfDeal(trx, change, before);
  await transferClaim(trx, change, change, clock);
  await moveFirstSale(trx, change);
  for (const attachmentId of new Set([...before, ...(await attachmentsOfDeal(trx, change))]))
    await updateClaimsOfSales(trx, { organizationId, attachmentId }, change, clock);
}

async function moveFirstSale(trx: Db, change: Transfer) {
  const { organizationId, leadId, comment, transfer, clock } = change;
  const lead = await readLead(trx, organizationId, leadId);
  const repo = salesRepo(trx, organizationId);
  const sale = await repo.ofLead(leadId);
  if (sale === undefined) return;
  // Only a later sale is credited to an attachment that the lead did not open.
  const opened = await attachmentsOfLead(trx, { organizationId, leadId });
  if (sale.attachment_id !== null && !opened.includes(sale.attachment_id)) return;
  const cause = toCause(change, clock);
  const programId = lead.program_id;
  const open = await openAttachment(trx, { organizationId, clientId: sale.client_id, programId });
  if (transfer.from === null) {
    const isAttached = open !== undefined && (await paysLaterSales(trx, open, lead.today));
    const attachment_id = isAttached
      ? await insertClosed(
          trx,
          await newAttachment(trx, lead, { clientId: sale.client_id, partnerId: transfer.to }, cause.at),
          ALREADY_ATTACHED,
          cause,
        )
      : await attachOwn(trx, lead, sale.client_id, cause);
    await repo.update(sale.id, { attachment_id, updated_at: cause.at });
    return;
  }
  if (open !== undefined && open.lead_id !== leadId) return;
  const to = { clientId: sale.client_id, partnerId: transfer.to };
  const attachment = await newAttachment(trx, lead, to, cause.at);
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
  await insertSaleRows(
    trx,
    organizationId,
    [
      {
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
      },
    ],
    cause.at,
  );
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
