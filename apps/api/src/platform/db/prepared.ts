import { CompiledQuery, type Kysely } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/**
 * A value that is an array, by its place and type, for a prepared statement. PostgreSQL does not look at its length when it plans:
 * for what it takes for shorter than usual it would plan the statement anew at each call, which takes longer than running it.
 */
export const arrayGiven = (place: number, type: string) => `(select $${place}::${type}[])::${type}[]`;

const names = new Map<string, string>();

/**
 * A statement that is asked all the time: a connection to a PostgreSQL server reads it once and plans it a few times, and nothing is built for it here.
 *
 * @param text with `$1` and so on for its values; `arrayGiven` for arrays.
 */
export function prepared<Row, Values extends readonly unknown[]>(text: string) {
  names.set(text, `prepared-${names.size}`);
  return async (db: Kysely<Tables>, ...values: Values): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** A connection that keeps those statements. */
export class PreparingClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values, ...more] = given;
    const name = typeof text === 'string' ? names.get(text) : undefined;
    return Reflect.apply(super.query, this, name ? [{ text, values, name }, ...more] : given) as never;
  }
}
