import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { PreparingClient } from './prepared.ts';
import type { Tables } from './tables.ts';

// Amounts and counts stay far below 2^53; the embedded database reads them as numbers too.
const INT8 = types.builtins.INT8;

export type Db = Kysely<Tables>;

/**
 * A PostgreSQL server, through at most 10 connections. Waits 5 s for one, gives a statement 15 s.
 *
 * @param onLostConnection told when a connection breaks.
 * @param more other settings of the pool.
 */
export const openPostgres = (url: string, onLostConnection: (error: Error) => void, more?: PoolConfig): Db =>
  overPool(createPool(url, onLostConnection, more));

/** A database over connections. */
export const overPool = (pool: PostgresPool): Db =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** The connections of `openPostgres`. */
export function createPool(url: string, onLostConnection: (error: Error) => void, more?: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    Client: PreparingClient,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    types: { getTypeParser: (oid: number) => (oid === INT8 ? Number : types.getTypeParser(oid, 'text')) },
    application_name: 'referral-dashboard',
    // Compiling a list's query takes PostgreSQL longer than running it.
    options: '-c jit=off',
    ...more,
  });
  pool.on('error', onLostConnection);
  // One in use reports the loss to its query and, again, as an event that ends the process if nobody listens.
  pool.on('connect', (client) => client.on('error', onLostConnection));
  return pool;
}
