import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { migrations } from '../database/migrations/index.ts';
import { type Db, openPostgres } from '../platform/db/db.ts';
import { EMBEDDED_PARSERS, embedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { dumpOfEmpty, schemaKey } from './dump.ts';
import { emptyTables } from './empty.ts';
import { NamingClient, prepared } from './prepared.ts';

/** An empty database with the latest schema. `url` is set when other processes can connect. */
export type TestDatabase = { db: Db; url?: string; drop: () => Promise<void> };

/** `prepare`: statements are parsed and planned once, which is most of the cost of short ones. The schema must not change then. */
type Options = { prepare?: boolean };

/** Lets PostgreSQL plan a statement for all values at its first call. */
const PLAN_ONCE = 'force_generic_plan';

/** Creates a database in memory. */
async function embeddedTestDatabase({ prepare }: Options): Promise<TestDatabase> {
  const pglite = await PGlite.create({ parsers: EMBEDDED_PARSERS, loadDataDir: await dumpOfEmpty() });
  if (prepare) await pglite.exec(`set plan_cache_mode = ${PLAN_ONCE}`);
  const db = embedded(prepare ? prepared(pglite) : pglite);
  return { db, drop: () => db.destroy() };
}

const TEMPLATE_LOCK = 7_415_001;

/** Returns the name of the template database with the latest schema. The first caller creates it. */
async function migratedTemplate(server: string, admin: Db): Promise<string> {
  const template = `template_${schemaKey()}`;
  await admin.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`.execute(connection);
    const { rows } = await sql`select from pg_database where datname = ${template}`.execute(connection);
    if (rows.length === 0) {
      const draft = `draft_${randomUUID().replaceAll('-', '')}`;
      await sql`create database ${sql.id(draft)}`.execute(connection);
      const schema = openPostgres(buildUrl(server, draft), ignore);
      await migrate(schema, migrations);
      await schema.destroy();
      await sql`alter database ${sql.id(draft)} rename to ${sql.id(template)}`.execute(connection);
    }
    await sql`select pg_advisory_unlock(${TEMPLATE_LOCK})`.execute(connection);
  });
  return template;
}

const buildUrl = (server: string, name: string) =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href;
const ignore = () => undefined;

/** Creates a database on a PostgreSQL server from the migrated template. */
async function postgresTestDatabase(server: string, { prepare }: Options): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = buildUrl(server, name);
  const admin = openPostgres(server, ignore);
  const template = await migratedTemplate(server, admin);
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(admin);
  const options = `-c jit=off -c plan_cache_mode=${PLAN_ONCE}`;
  const db = openPostgres(url, ignore, {
    // A database that is kept for the next test must not keep the process alive.
    allowExitOnIdle: true,
    ...(prepare && { Client: NamingClient, options }),
  });
  return {
    db,
    url,
    async drop() {
      await db.destroy();
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin);
      await admin.destroy();
    },
  };
}

/** Creates a test database on the server in `TEST_POSTGRES`, or an embedded one without it. */
export function testDatabase(options: Options = {}): Promise<TestDatabase> {
  const { TEST_POSTGRES: server } = process.env;
  return server ? postgresTestDatabase(server, options) : embeddedTestDatabase(options);
}

/** Released databases for later test files, by server. */
const freeDatabases = new Map<string, TestDatabase[]>();

/**
 * Returns an empty test database: one that an earlier file of this process released, or a new one, which takes a second. Tests must not
 * change its schema. The embedded database uses prepared statements, which halves the time of the suite.
 */
export async function reusedDatabase(): Promise<TestDatabase> {
  const { TEST_POSTGRES: server = '' } = process.env;
  const free = freeDatabases.get(server) ?? [];
  freeDatabases.set(server, free);
  let database = free.pop();
  // On a PostgreSQL server, only the statements prepared in production are prepared.
  if (database === undefined) database = await testDatabase({ prepare: server === '' });
  else await emptyTables(database.db);
  const own = database;
  const drop = async () => void (free.includes(own) || free.push(own));
  return { ...own, drop };
}
