import { existsSync, renameSync, rmSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { Tables } from './schema.ts';

// Amounts and counts stay far below 2^53; the embedded database reads them as numbers too.
const INT8 = types.builtins.INT8;

export type Db = Kysely<Tables>;

/** An embedded database. It has one connection: inside a transaction, queries outside it wait for its end. */
export const embedded = (pglite: PGlite): Db =>
  new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });

/** An embedded database kept in `folder`, made there at first. One process at a time: see `lockFolder`. */
export async function openEmbedded(folder: string): Promise<Db> {
  if (!existsSync(folder)) {
    // Made aside: half a database, left by a process that was killed, would never open.
    const draft = `${folder}.draft`;
    rmSync(draft, { recursive: true, force: true });
    const made = await PGlite.create(draft);
    await made.close();
    renameSync(draft, folder);
  }
  return embedded(await PGlite.create(folder));
}

/**
 * A PostgreSQL server, through at most 10 connections. Waits 5 s for one, gives a statement 15 s.
 *
 * @param onLostConnection told when a connection breaks.
 */
export function openPostgres(url: string, onLostConnection: (error: Error) => void): Db {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    types: { getTypeParser: (oid: number) => (oid === INT8 ? Number : types.getTypeParser(oid, 'text')) },
    application_name: 'referral-dashboard',
    // Compiling a list's query takes PostgreSQL longer than running it.
    options: '-c jit=off',
  });
  pool.on('error', onLostConnection);
  // One in use reports the loss to its query and, again, as an event that ends the process if nobody listens.
  pool.on('connect', (client) => client.on('error', onLostConnection));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
