import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { CounterKind } from '../tables/organizations.ts';

/**
 * The next displayed number of an organization, from 1. It locks the counter until the transaction ends, so that transactions that take a
 * number run one after another. Long transactions should take their number last.
 */
export const nextNumber = (trx: Db, organizationId: string, kind: CounterKind): Promise<number> =>
  nextNumbers(trx, organizationId, kind, 1);

/**
 * Locks a counter until the transaction ends without taking a number. Transactions that must see each other's rows take it first.
 */
export const lockCounter = async (trx: Db, organizationId: string, kind: CounterKind) =>
  void (await nextNumbers(trx, organizationId, kind, 0));

/** Ids of rows that are written together, in ascending order: those of one millisecond are random. */
export const newIds = (count: number): string[] => Array.from({ length: count }, () => randomUUIDv7()).sort();

/** Displayed number of a lead, such as `Л-12`. */
export const leadNumber = (number: number) => `Л-${number}`;

/** Displayed numbers of a client and of a sale, such as `К-12` and `П-12`. */
export const clientNumber = (number: number) => `К-${number}`;
export const saleNumber = (number: number) => `П-${number}`;

/** Parses a displayed number with or without its letter; undefined for any other text. */
export function numberIn(text: string, letter: string): number | undefined {
  const digits = new RegExp(`^(?:${letter}\\s*-?\\s*)?(\\d{1,9})$`, 'iu').exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Reserves `many` consecutive numbers and returns the first. */
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
  if (row === undefined) throw new Error('the counter returned no number');
  return row.value - many + 1;
}
