import type { Buyer, ReportedSale } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { audit, auditAll, type Cause } from '../../../audit/index.ts';
import { newIds } from '../../../database/rules/numbers.ts';
import { settleSaleEvent } from '../../../integrations/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { emailKey } from '../../leads/leads.ts';
import { findClients, type Identity } from '../known-clients.ts';

const NOT_FOUND = 'Клиент не нашелся за 30 дней.';

/** Returns the ids of the clients that buyers name, in their order. Null for an unknown buyer. */
export const findBuyers = (trx: Db, organizationId: string, buyers: readonly Buyer[]) =>
  findClients(
    trx,
    organizationId,
    buyers.map(({ phone = null, email = '', inn = '', external_id = null }) => ({
      ...{ phone, email, inn, external_id },
    })),
  );

/** Keeps sales of unknown buyers. @returns their ids, in the order of the sales. */
export async function insertWaitingSales(
  trx: Db,
  organizationId: string,
  sales: readonly ReportedSale[],
  cause: Cause,
): Promise<string[]> {
  if (sales.length === 0) return [];
  const ids = newIds(sales.length);
  const rows = sales.map((sale, at) => ({
    ...toWaitingRow(organizationId, sale, cause.at),
    id: ids[at] ?? '',
  }));
  await trx.insertInto('waiting_sales').values(rows).execute();
  await auditAll(
    trx,
    rows.map(({ id, amount_kop, paid_on }) =>
      toWaitingEntry(organizationId, id, 'create', { amount_kop, paid_on }, cause),
    ),
  );
  return ids;
}

function toWaitingRow(
  organization_id: string,
  {
    buyer = {},
    program,
    amount_kop,
    vat_kop = null,
    paid_on,
    product,
    comment,
    external_id = null,
  }: ReportedSale,
  created_at: Date,
) {
  const { name = '', phone = null, email = '', inn = '', external_id: client_external_id = null } = buyer;
  return {
    organization_id,
    status: 'waiting' as const,
    ...{ name, phone, email, inn, client_external_id },
    email_key: emailKey(email),
    program_id: program ?? null,
    ...{ amount_kop, vat_kop, paid_on, external_id, created_at },
    product: product ?? '',
    comment: comment ?? '',
  };
}

type WaitingEvent = 'create' | 'match' | 'merge' | 'reject' | 'expire' | 'erase';

const toWaitingEntry = (
  organizationId: string,
  objectId: string,
  event: WaitingEvent,
  diff: Record<string, unknown>,
  { actorId, requestId, at }: Cause,
) => ({
  ...{ organizationId, actorId, requestId, at, objectId, diff },
  action: `waiting-sale.${event}`,
  kind: 'waiting_sale' as const,
});

/** Adds an event of a waiting sale to the journal. */
export const recordWaitingEvent = (trx: Db, ...change: Parameters<typeof toWaitingEntry>) =>
  audit(trx, toWaitingEntry(...change));

/** Queries for the sales of an organization that wait. */
export const waitingRows = (db: Db, organizationId: string) =>
  db
    .selectFrom('waiting_sales as w')
    .selectAll('w')
    .select(sql<string>`w.paid_on::text`.as('paid_on'))
    .where('w.organization_id', '=', organizationId)
    .where('w.status', '=', 'waiting')
    .orderBy('w.created_at')
    .orderBy('w.id');

export type WaitingRow = Awaited<ReturnType<ReturnType<typeof waitingRows>['executeTakeFirstOrThrow']>>;

/** Predicate: a waiting sale `w` names a client by the phone, the e-mail, the ИНН or the id. The values can be columns. */
const namesClient = (client: { phone: unknown; emailKey: unknown; inn: unknown; externalId: unknown }) =>
  sql<SqlBool>`(
    w.phone = ${client.phone}
    or (w.email_key <> '' and w.email_key = ${client.emailKey})
    or (w.inn <> '' and w.inn = ${client.inn})
    or w.client_external_id = ${client.externalId})`;

/** Predicate: a waiting sale `w` names a client with this identity. */
export const namesIdentity = ({ phone, email, inn, external_id: externalId = null }: Identity) =>
  namesClient({ phone, emailKey: emailKey(email), inn, externalId });

const COLUMNS_OF_CLIENT = {
  phone: sql`c.phone`,
  emailKey: sql`c.email_key`,
  inn: sql`c.inn`,
  externalId: sql`c.external_id`,
};

/** Returns those of the clients that waiting sales name. */
export async function findAwaited(
  trx: Db,
  organizationId: string,
  clientIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from clients c
    where c.organization_id = ${organizationId} and c.id = any(${clientIds}::uuid[]) and exists (
      select from waiting_sales w
      where w.organization_id = c.organization_id and w.status = 'waiting' and ${namesClient(COLUMNS_OF_CLIENT)})
    order by c.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Returns those of the won leads whose contacts, or those of their clients, waiting sales name. */
export async function findAwaitedLeads(
  trx: Db,
  organizationId: string,
  leadIds: readonly string[],
): Promise<string[]> {
  const ofLead = { phone: sql`l.phone`, emailKey: sql`l.email_key`, inn: sql`null`, externalId: sql`null` };
  const { rows } = await sql<{ id: string }>`
    select l.id from leads l
    join sales s on s.organization_id = l.organization_id and s.lead_id = l.id
    join clients c on c.organization_id = s.organization_id and c.id = s.client_id
    where l.organization_id = ${organizationId} and l.id = any(${leadIds}::uuid[]) and exists (
      select from waiting_sales w
      where w.organization_id = l.organization_id and w.status = 'waiting'
        and (${namesClient(COLUMNS_OF_CLIENT)} or ${namesClient(ofLead)}))
    order by l.id`.execute(trx);
  return rows.map(({ id }) => id);
}

type Closed = {
  status: 'matched' | 'rejected' | 'expired';
  reason?: string;
  client_id?: string;
  sale_id?: string;
};

/** Ends the waiting of a sale, and of the event that reported it. */
export async function closeWaitingSale(
  trx: Db,
  { organization_id, id }: Pick<WaitingRow, 'organization_id' | 'id'>,
  change: Closed,
  at: Date,
) {
  await trx
    .updateTable('waiting_sales')
    .set({ ...change, closed_at: at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
  const { status, reason, sale_id: saleId } = change;
  const result =
    status === 'matched'
      ? ({ state: 'applied', saleId } as const)
      : ({ state: 'ignored', cause: reason ?? NOT_FOUND } as const);
  await settleSaleEvent(trx, organization_id, { waitingSaleId: id }, result, at);
}
