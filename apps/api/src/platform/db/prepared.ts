import { CompiledQuery, type Kysely } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/**
 * Returns SQL for an array parameter of a prepared statement. The subquery hides the length of the array from the planner. Otherwise
 * PostgreSQL plans the statement again at each call for a short array, which takes longer than its execution.
 */
export const arrayParameter = (index: number, type: string) => `(select $${index}::${type}[])::${type}[]`;

const names = new Map<string, string>();

/**
 * Returns a function that runs a frequent statement. A connection to a PostgreSQL server parses it once and plans it a few times; Kysely
 * does not build it again.
 *
 * @param text with the placeholders `$1`, `$2`, …; `arrayParameter` for arrays.
 */
export function prepared<Row, Values extends readonly unknown[]>(text: string) {
  names.set(text, `prepared-${names.size}`);
  return async (db: Kysely<Tables>, ...values: Values): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** Client that gives those statements a name, so that PostgreSQL keeps them prepared. */
export class PreparingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values, ...more] = args;
    const name = typeof text === 'string' ? names.get(text) : undefined;
    return Reflect.apply(super.query, this, name ? [{ text, values, name }, ...more] : args) as never;
  }
}
