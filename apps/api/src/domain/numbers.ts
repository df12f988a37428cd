import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { CounterKind } from '../platform/db/tables/organizations.ts';

/**
 * The next of an organization's numbers that people see, from 1 on. It locks the organization's counter until the transaction ends:
 * what takes a number is done one after another. Long work takes its number last.
 */
export async function nextNumber(trx: Db, organizationId: string, kind: CounterKind): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    insert into counters (organization_id, kind, value) values (${organizationId}, ${kind}, 1)
    on conflict (organization_id, kind) do update set value = counters.value + 1
    returning value`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('a counter gave no number');
  return row.value;
}
