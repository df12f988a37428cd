import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inside } from './company.ts';

const MIB = 1024 * 1024;

/** Lets PostgreSQL write its log until it is that many MiB into a piece of it. @returns how far it is, in bytes. */
export const writtenIn = (where: { folder: string } | { url: string }, from: number, to: number) =>
  inside(where, async (db) => {
    for (;;) {
      await sql`select pg_logical_emit_message(false, 'filling', repeat('x', ${MIB / 2}))`.execute(db);
      const { rows } = await sql<{ at: number }>`
        select (pg_walfile_name_offset(pg_current_wal_insert_lsn())).file_offset as at`.execute(db);
      const at = rows[0]?.at ?? 0;
      if (at > from * MIB && at < to * MIB) return at;
    }
  });

/** Removes what an embedded database has made of its log for later: all but the piece that it writes, the first. */
export function removeSpareLog(folder: string) {
  const log = join(folder, 'database', 'pg_wal');
  const pieces = readdirSync(log).filter((name) => /^[\dA-F]{24}$/.test(name));
  for (const name of pieces.sort().slice(1)) rmSync(join(log, name));
}
