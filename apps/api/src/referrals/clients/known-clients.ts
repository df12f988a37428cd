import { randomUUIDv7 } from 'node:crypto';
import type { NewClient } from '@referral-dashboard/api-contract';
import type { Cause } from '../../audit/index.ts';
import { lockCounter, nextNumber } from '../../database/rules/numbers.ts';
import type { Db } from '../../platform/db/db.ts';
import { emailKey } from '../leads/leads.ts';
import { recordClientEvent } from './client-events.ts';
import { buildClientSearchText, clientsRepo } from './clients.repo.ts';

export type Contacts = Pick<NewClient, 'name'> & { phone: string | null; email: string; inn: string };

/**
 * Serializes the changes of clients and sales of an organization. Concurrent transactions wait here and then see the new client. It is taken
 * after the locks of leads, and before those of partners, spending and accruals.
 */
export const lockClients = (trx: Db, organizationId: string) => lockCounter(trx, organizationId, 'client');

/** Returns the id of the client with the same phone, otherwise e-mail, otherwise ИНН. Undefined without a match. */
export async function findClient(
  trx: Db,
  organizationId: string,
  { phone, email, inn }: Omit<Contacts, 'name'>,
): Promise<string | undefined> {
  const identities = [
    { column: 'phone', value: phone },
    { column: 'email_key', value: emailKey(email) },
    { column: 'inn', value: inn },
  ] as const;
  for (const { column, value } of identities) {
    if (!value) continue;
    const client = await trx
      .selectFrom('clients')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where(column, '=', value)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (client !== undefined) return client.id;
  }
  return undefined;
}

/** Inserts a client. @returns its id. */
export async function insertClient(
  trx: Db,
  organizationId: string,
  { external_id, ...contacts }: Contacts & { external_id: string | null },
  leadNumber: string | undefined,
  cause: Cause,
): Promise<string> {
  const id = randomUUIDv7();
  const number = await nextNumber(trx, organizationId, 'client');
  await clientsRepo(trx).insert({
    organization_id: organizationId,
    id,
    number,
    ...contacts,
    email_key: emailKey(contacts.email),
    external_id,
    search_text: buildClientSearchText({ ...contacts, external_id, number }),
    created_at: cause.at,
    updated_at: cause.at,
  });
  const diff = leadNumber === undefined ? {} : { lead_number: leadNumber };
  await recordClientEvent(trx, { organizationId, clientId: id }, 'create', diff, cause);
  return id;
}
