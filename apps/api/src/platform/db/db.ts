import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { PreparingClient } from './prepared.ts';
import type { Tables } from './tables.ts';

// Amounts and counts are far below 2^53. The embedded database returns numbers too.
const INT8 = types.builtins.INT8;

export type Db = Kysely<Tables>;

/**
 * Opens a PostgreSQL server with at most 10 connections. The limit is 5 s for a connection and 15 s for a statement.
 *
 * @param onLostConnection called when a connection breaks.
 * @param more further settings of the pool.
 */
export const openPostgres = (url: string, onLostConnection: (error: Error) => void, more?: PoolConfig): Db =>
  overPool(createPool(url, onLostConnection, more));

/** Returns a database that uses a pool. */
export const overPool = (pool: PostgresPool): Db =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** Creates the connection pool of `openPostgres`. */
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
    // For list queries, JIT compilation takes longer than execution.
    options: '-c jit=off',
    ...more,
  });
  pool.on('error', onLostConnection);
  // A lost connection in use rejects its query and also emits an error event, which ends the process without a listener.
  pool.on('connect', (client) => client.on('error', onLostConnection));
  return pool;
}
