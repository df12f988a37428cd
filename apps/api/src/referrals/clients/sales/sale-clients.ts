import { type FoundClients, isInn, MAX_FOUND_CLIENTS, russianPhone } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { clientNumber, numberIn } from '../../../database/rules/numbers.ts';
import type { Db } from '../../../platform/db/db.ts';
import { toSearchText } from '../../../platform/db/lists/search.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { emailKey } from '../../leads/leads.ts';
import { clientsRepo } from '../clients.repo.ts';
import { searchClients } from '../found-clients.ts';

/** Finds the clients that texts name. It reads equal texts once. */
export async function findSaleClients(
  db: Db,
  staff: Staff,
  texts: readonly string[],
): Promise<FoundClients['results']> {
  const found: { text: string; clients: { id: string; number: string; name: string }[] }[] = [];
  for (const text of new Set(texts)) found.push({ text, clients: await clientsOf(db, staff, text) });
  const ids = [...new Set(found.flatMap(({ clients }) => clients.map(({ id }) => id)))];
  const attachments = ids.length === 0 ? [] : await clientsRepo(db).attachments(staff, ids);
  const programsOf = (id: string) =>
    attachments
      .filter(({ client_id, closed_at }) => client_id === id && closed_at === null)
      .map(({ program_id, program_name, partner_name }) => ({
        id: program_id,
        name: program_name,
        partner: partner_name,
      }));
  return found.map(({ text, clients }) => ({
    text,
    clients: clients.map((client) => ({ ...client, programs: programsOf(client.id) })),
  }));
}

/** A client with this number, contact or id; otherwise the clients with this name; otherwise those whose contacts contain the text. */
async function clientsOf(db: Db, { organizationId, ...staff }: Staff, text: string) {
  const viewer = { organizationId, ...staff };
  const number = numberIn(text, 'к');
  const identities = [
    ...(number === undefined ? [] : [sql<SqlBool>`number = ${number}`]),
    ...(russianPhone(text) === null ? [] : [sql<SqlBool>`phone = ${russianPhone(text)}`]),
    ...(text.includes('@') ? [sql<SqlBool>`email_key = ${emailKey(text)}`] : []),
    ...(isInn(text) ? [sql<SqlBool>`inn = ${text}`] : []),
    sql<SqlBool>`external_id = ${text}`,
  ];
  const exact = await db
    .selectFrom('clients')
    .select(['id', 'number', 'name'])
    .where('organization_id', '=', organizationId)
    .where(sql<SqlBool>`(${sql.join(identities, sql` or `)})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_FOUND_CLIENTS)
    .execute();
  if (exact.length > 0) return exact.map((client) => ({ ...client, number: clientNumber(client.number) }));
  const found = await searchClients(db, viewer, text, MAX_FOUND_CLIENTS);
  const named = found.filter(({ name }) => toSearchText(name) === toSearchText(text));
  return named.length > 0 ? named : found;
}
