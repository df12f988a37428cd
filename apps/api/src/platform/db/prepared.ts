import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */';

/**
 * Marks a statement that is asked all the time: a connection to a PostgreSQL server reads and plans it once. Its text must stay the same,
 * whatever it is asked with; it is written as `sql`, which costs less than to build it.
 */
export const PREPARED = sql.raw(MARK);

const names = new Map<string, string>();

/** Name of a statement, the same on all connections. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared-${names.size}`;
  names.set(text, name);
  return name;
}

/** A connection that keeps the statements with the mark. */
export class PreparingClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values, ...more] = given;
    const isMarked = typeof text === 'string' && text.includes(MARK);
    const asked = isMarked ? [{ text, values, name: nameOf(text) }, ...more] : given;
    return Reflect.apply(super.query, this, asked) as never;
  }
}
