import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { type Db, embedded, openPostgres } from '../platform/db.ts';
import { migrate } from '../platform/migrate.ts';

/** An empty database with the latest schema; `url` when other processes can reach it. */
export type TestDatabase = { db: Db; url?: string; drop: () => Promise<void> };

let dump: Promise<Blob> | undefined;

/** The files of an empty embedded database with the latest schema, which opens far quicker than one is made. */
export async function makeDump(): Promise<Blob> {
  const pglite = await PGlite.create();
  const db = embedded(pglite);
  await migrate(db, migrations);
  const files = await pglite.dumpDataDir('none');
  await db.destroy();
  return files;
}

/** In memory, gone with the process. `TEST_DUMP` may name a file with a dump made before. */
async function embeddedTestDatabase(): Promise<TestDatabase> {
  const { TEST_DUMP: file } = process.env;
  dump ??= file === undefined ? makeDump() : Promise.resolve(new Blob([new Uint8Array(readFileSync(file))]));
  const db = embedded(await PGlite.create({ loadDataDir: await dump }));
  return { db, drop: () => db.destroy() };
}

/** A database of its own on a PostgreSQL server. */
async function postgresTestDatabase(server: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const ignore = () => undefined;
  const admin = openPostgres(server, ignore);
  await sql`create database ${sql.id(name)}`.execute(admin);
  const db = openPostgres(url, ignore);
  await migrate(db, migrations);
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

/** On the server that `TEST_POSTGRES` names, or embedded when it names none. */
export function testDatabase(): Promise<TestDatabase> {
  const { TEST_POSTGRES: server } = process.env;
  return server ? postgresTestDatabase(server) : embeddedTestDatabase();
}
