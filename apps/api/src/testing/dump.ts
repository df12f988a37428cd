import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrations } from '../database/migrations/index.ts';
import { embedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';

const PACKAGE = resolve(import.meta.dirname, '../..');
const CACHE = join(PACKAGE, 'node_modules/.cache/empty-database');
/** All that a dump is made of. */
const SOURCES = ['package.json', 'src/migrations/*.ts', 'src/platform/db/*.ts'];

/** The files of an empty embedded database with the latest schema, which opens far quicker than one is made. */
export async function makeDump(): Promise<Blob> {
  const pglite = await PGlite.create();
  const db = embedded(pglite);
  await migrate(db, migrations);
  const files = await pglite.dumpDataDir('none');
  await db.destroy();
  return files;
}

/** Hash of all that the schema is made from. */
export function schemaKey(): string {
  const hash = createHash('sha256');
  for (const name of globSync(SOURCES, { cwd: PACKAGE }).sort())
    hash.update(name).update(readFileSync(join(PACKAGE, name)));
  return hash.digest('hex').slice(0, 16);
}

/** File with the dump: made once for a schema, and kept with what is installed. */
export async function dumpFile(): Promise<string> {
  const name = `${schemaKey()}.tar`;
  const file = join(CACHE, name);
  if (existsSync(file)) return file;
  const files = Buffer.from(await (await makeDump()).arrayBuffer());
  mkdirSync(CACHE, { recursive: true });
  for (const old of readdirSync(CACHE)) if (old.endsWith('.tar') && old !== name) rmSync(join(CACHE, old));
  const written = join(CACHE, randomUUID());
  writeFileSync(written, files);
  renameSync(written, file);
  return file;
}

let dump: Promise<Blob> | undefined;

/** The dump, read once. */
export function dumpOfEmpty(): Promise<Blob> {
  dump ??= dumpFile().then((file) => new Blob([new Uint8Array(readFileSync(file))]));
  return dump;
}
