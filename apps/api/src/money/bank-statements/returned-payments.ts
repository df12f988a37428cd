import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isReturn } from '../bank-files/match.ts';
import { orderNumbersIn } from '../bank-files/payment-numbers.ts';

type Document = { is_return: boolean; purpose: string; amount_kop: number };

/**
 * Returns the ids of the payments that returns may belong to by the numbers of payment orders in their purposes: those with a transfer of the
 * same number and sum. The keys are the digests of the documents, or their ids.
 */
export async function findReturnedPayments(
  db: Db,
  organizationId: string,
  documents: readonly (Document & ({ digest: string } | { id: string }))[],
): Promise<Map<string, string[]>> {
  const named = documents
    .filter((document) => document.is_return && isReturn(document))
    .flatMap((document) =>
      orderNumbersIn(document.purpose).map((number) => ({
        key: 'digest' in document ? document.digest : document.id,
        number,
        amount_kop: document.amount_kop,
      })),
    );
  if (named.length === 0) return new Map();
  const { rows } = await sql<{ key: string; ids: string[] }>`
    select named.key, array_agg(distinct matched.payment_id::text) as ids
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named (key text, number text, amount_kop bigint)
    join transfers transfer on transfer.organization_id = ${organizationId} and transfer.document_number = any(array[
        named.number, 'ПП ' || named.number, '№ ' || named.number, 'ПП № ' || named.number])
      and transfer.kind = 'sent' and transfer.amount_kop = named.amount_kop
    join transfer_matches matched on matched.organization_id = transfer.organization_id and matched.transfer_id = transfer.id
      and matched.payment_id is not null
    group by named.key`.execute(db);
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}
