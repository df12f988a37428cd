import { CompiledQuery, type Kysely } from 'kysely';
import pg from 'pg';
import type { Tables } from './schema.ts';

const names = new Map<string, string>();

/**
 * A statement that is asked all the time: a connection to a PostgreSQL server reads and plans it once, and nothing is built for it here.
 *
 * @param text with `$1` and so on for its values.
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
