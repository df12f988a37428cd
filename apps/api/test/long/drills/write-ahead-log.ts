import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { withDatabase } from './company.ts';

const MIB = 1024 * 1024;

/** Fills the write-ahead log until the position in its segment is between `from` and `to` MiB. @returns the position in bytes. */
export const recordsIn = (source: { folder: string } | { url: string }, from: number, to: number) =>
  withDatabase(source, async (db) => {
    for (;;) {
      await sql`select pg_logical_emit_message(false, 'filling', repeat('x', ${MIB / 2}))`.execute(db);
      const { rows } = await sql<{ at: number }>`
        select (pg_walfile_name_offset(pg_current_wal_insert_lsn())).file_offset as at`.execute(db);
      const at = rows[0]?.at ?? 0;
      if (at > from * MIB && at < to * MIB) return at;
    }
  });

/** Deletes the preallocated log segments of an embedded database, all except the first, which is in use. */
export function removeSpareLog(folder: string) {
  const log = join(folder, 'database', 'pg_wal');
  const segments = readdirSync(log).filter((name) => /^[\dA-F]{24}$/.test(name));
  for (const name of segments.sort().slice(1)) rmSync(join(log, name));
}
