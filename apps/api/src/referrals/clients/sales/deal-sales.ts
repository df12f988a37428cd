import type { LeadStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Author, type Cause, toCause } from '../../../audit/index.ts';
import { leadNumber, newIds, nextNumbers, saleNumber } from '../../../database/rules/numbers.ts';
import { passEmptyClaim } from '../../../money/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { closeAndRestore } from '../attachments/attachment-changes.ts';
import { openAttachmentOfLead } from '../attachments/attachments.ts';
import { attach, attachDeals } from '../attachments/deal-attachment.ts';
import { recordClientEvent, recordNewSales } from '../client-events.ts';
import { findClients, insertClients } from '../known-clients.ts';
import { insertSaleRows } from './sale-webhooks.ts';
import { salesRepo } from './sales.repo.ts';

type Change = Author & { organizationId: string; leadId: string; to: LeadStatus; clock: Clock };

type Lead = Awaited<ReturnType<typeof readLeads>> extends Map<string, infer Row> ? Row : never;

/** Creates, changes or cancels the sales of leads. */
export async function writeFirstSales(trx: Db, changes: readonly Change[]) {
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

/** The contacts by which the client of a lead is found. */
export const toContacts = ({ name, phone, email }: Lead) => ({ name, phone, email, inn: '' });

/** Reads leads by id. */
export async function readLeads(trx: Db, organizationId: string, ids: readonly string[]) {
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

export function leadOf(leads: Awaited<ReturnType<typeof readLeads>>, id: string): Lead {
  const lead = leads.get(id);
  if (lead === undefined) throw new Error('the lead does not exist');
  return lead;
}
