import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { CounterKind } from '../tables/organizations.ts';

/**
 * The next of an organization's numbers that people see, from 1 on. It locks the organization's counter until the transaction ends:
 * what takes a number is done one after another. Long work takes its number last.
 */
export const nextNumber = (trx: Db, organizationId: string, kind: CounterKind): Promise<number> =>
  nextNumbers(trx, organizationId, kind, 1);

/** A number as people write it, with its letter or without; undefined for anything else. */
export function numberIn(text: string, letter: string): number | undefined {
  const digits = new RegExp(`^(?:${letter}\\s*-?\\s*)?(\\d{1,9})$`, 'iu').exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The first of so many numbers in a row. */
export async function nextNumbers(
  trx: Db,
  organizationId: string,
  kind: CounterKind,
  many: number,
): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    insert into counters (organization_id, kind, value) values (${organizationId}, ${kind}, ${many})
    on conflict (organization_id, kind) do update set value = counters.value + ${many}
    returning value`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('a counter gave no number');
  return row.value - many + 1;
}
