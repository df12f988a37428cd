import type { NewClient } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Cause } from '../../audit/index.ts';
import { lockCounter, newIds, nextNumbers } from '../../database/rules/numbers.ts';
import type { Db } from '../../platform/db/db.ts';
import { emailKey } from '../leads/leads.ts';
import { recordClientEvents } from './client-events.ts';
import { buildClientSearchText, clientsRepo } from './clients.repo.ts';

export type Contacts = Pick<NewClient, 'name'> & { phone: string | null; email: string; inn: string };

/**
 * Serializes the changes of clients and sales of an organization. Concurrent transactions wait here and then see the new client. It is taken
 * after the locks of leads, and before those of partners, spending and accruals.
 */
export const lockClients = (trx: Db, organizationId: string) => lockCounter(trx, organizationId, 'client');

/** How clients are told apart. */
export type Identity = { phone: string | null; email: string; inn: string; external_id?: string | null };

/** Returns the values by which `findClients` identifies a client, each with its kind. */
export const valuesOfIdentity = ({ phone, email, inn, external_id }: Identity): string[] =>
  Object.entries({ phone, email: emailKey(email), inn, external_id }).flatMap(([kind, value]) =>
    value ? [`${kind} ${value}`] : [],
  );

/** Returns the ids of the clients with the same phone, otherwise e-mail, otherwise ИНН, otherwise external id, in the order of the identities. Null without a match. */
export async function findClients(
  trx: Db,
  organizationId: string,
  identities: readonly Identity[],
): Promise<(string | null)[]> {
  const wanted = identities.map(({ phone, email, inn, external_id = null }, place) => ({
    ...{ place, phone, inn, external_id },
    email_key: emailKey(email),
  }));
  const first = (condition: RawBuilder<unknown>) => sql`(
    select c.id from clients c where c.organization_id = ${organizationId} and ${condition} order by c.created_at, c.id limit 1)`;
  const { rows } = await sql<{ id: string | null }>`
    select coalesce(
      ${first(sql`c.phone = wanted.phone`)},
      ${first(sql`c.email_key <> '' and c.email_key = wanted.email_key`)},
      ${first(sql`c.inn <> '' and c.inn = wanted.inn`)},
      ${first(sql`c.external_id = wanted.external_id`)}) as id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as wanted (place int, phone text, email_key text, inn text, external_id text)
    order by wanted.place`.execute(trx);
  return rows.map(({ id }) => id);
}

type NewRow = Contacts & { external_id: string | null };

/** Inserts a client. @returns its id. */
export async function insertClient(
  trx: Db,
  organizationId: string,
  client: NewRow,
  leadNumber: string | undefined,
  cause: Cause,
): Promise<string> {
  const [id = ''] = await insertClients(trx, organizationId, [{ ...client, leadNumber }], cause);
  return id;
}

/** Inserts clients. @returns their ids, in the order of the clients. */
export async function insertClients(
  trx: Db,
  organizationId: string,
  clients: readonly (NewRow & { leadNumber?: string | undefined })[],
  cause: Cause,
): Promise<string[]> {
  if (clients.length === 0) return [];
  const ids = newIds(clients.length);
  const first = await nextNumbers(trx, organizationId, 'client', clients.length);
  const rows = clients.map(({ leadNumber, ...client }, at) => ({
    ...client,
    organization_id: organizationId,
    id: ids[at] ?? '',
    number: first + at,
    email_key: emailKey(client.email),
    search_text: buildClientSearchText({ ...client, number: first + at }),
    created_at: cause.at,
    updated_at: cause.at,
  }));
  await clientsRepo(trx).insert(rows);
  await recordClientEvents(
    trx,
    clients.map(({ leadNumber: lead_number }, at) => {
      const client = { organizationId, clientId: ids[at] ?? '' };
      return [client, 'create', lead_number === undefined ? {} : { lead_number }, cause];
    }),
  );
  return ids;
}
