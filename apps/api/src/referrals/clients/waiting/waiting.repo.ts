import { randomUUIDv7 } from 'node:crypto';
import type { Buyer, ReportedSale } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { audit, type Cause } from '../../../audit/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { emailKey } from '../../leads/leads.ts';
import { findClient } from '../known-clients.ts';

/** Returns the id of the client with the phone of a buyer, otherwise the e-mail, the ИНН or the external id. */
export async function findBuyer(
  trx: Db,
  organizationId: string,
  { phone = null, email = '', inn = '', external_id = null }: Buyer,
): Promise<string | null> {
  const known = await findClient(trx, organizationId, { phone, email, inn });
  if (known !== undefined) return known;
  if (external_id === null) return null;
  const client = await trx
    .selectFrom('clients')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('external_id', '=', external_id)
    .executeTakeFirst();
  return client?.id ?? null;
}

/** Keeps a sale of an unknown buyer. @returns its id. */
export async function insertWaitingSale(
  trx: Db,
  organizationId: string,
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
  cause: Cause,
): Promise<string> {
  const { name = '', phone = null, email = '', inn = '', external_id: client_external_id = null } = buyer;
  const id = randomUUIDv7();
  await trx
    .insertInto('waiting_sales')
    .values({
      organization_id: organizationId,
      id,
      status: 'waiting',
      name,
      phone,
      email,
      email_key: emailKey(email),
      inn,
      client_external_id,
      program_id: program ?? null,
      amount_kop,
      vat_kop,
      paid_on,
      product: product ?? '',
      comment: comment ?? '',
      external_id,
      created_at: cause.at,
    })
    .execute();
  await recordWaitingEvent(trx, organizationId, id, 'create', { amount_kop, paid_on }, cause);
  return id;
}

/** Adds an event of a waiting sale to the journal. */
export const recordWaitingEvent = (
  trx: Db,
  organizationId: string,
  id: string,
  event: 'create' | 'match' | 'merge' | 'reject' | 'expire' | 'erase',
  diff: Record<string, unknown>,
  { actorId, requestId, at }: Cause,
) =>
  audit(trx, {
    organizationId,
    actorId,
    requestId,
    at,
    action: `waiting-sale.${event}`,
    kind: 'waiting_sale',
    objectId: id,
    diff,
  });

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

type Identity = { phone: string | null; email: string; inn: string; external_id: string | null };

/** Predicate: a waiting sale `w` names a client by the phone, the e-mail, the ИНН or the id. */
export const namesClient = ({ phone, email, inn, external_id }: Identity) => sql<SqlBool>`(
  w.phone = ${phone}
  or (w.email_key <> '' and w.email_key = ${emailKey(email)})
  or (w.inn <> '' and w.inn = ${inn})
  or w.client_external_id = ${external_id})`;

/** Ends the waiting of a sale. */
export async function closeWaitingSale(
  trx: Db,
  { organization_id, id }: Pick<WaitingRow, 'organization_id' | 'id'>,
  change: {
    status: 'matched' | 'rejected' | 'expired';
    reason?: string;
    client_id?: string;
    sale_id?: string;
  },
  at: Date,
) {
  await trx
    .updateTable('waiting_sales')
    .set({ ...change, closed_at: at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
}
