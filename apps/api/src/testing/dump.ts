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
/** Files that determine the content of the dump. */
const SOURCES = [
  'package.json',
  'src/database/migrations/*.ts',
  'src/database/functions/*',
  'src/platform/db/*.ts',
];

/** Returns the files of an empty embedded database with the latest schema. Opening them is much faster than creating a database. */
export async function makeDump(): Promise<Blob> {
  const pglite = await PGlite.create();
  const db = embedded(pglite);
  await migrate(db, migrations);
  const files = await pglite.dumpDataDir('none');
  await db.destroy();
  return files;
}

/** Returns a hash of the files that determine the schema. */
export function schemaKey(): string {
  const hash = createHash('sha256');
  const names = SOURCES.flatMap((pattern) => {
    const matches = globSync(pattern, { cwd: PACKAGE });
    // A pattern without files would keep an old dump after a new migration.
    if (matches.length === 0) throw new Error(`No file matches ${pattern}.`);
    return matches;
  });
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(PACKAGE, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Returns the path of the dump. It is created once per schema and stored in node_modules. */
export async function dumpFile(): Promise<string> {
  const name = `${schemaKey()}.tar`;
  const file = join(CACHE, name);
  if (existsSync(file)) return file;
  const files = Buffer.from(await (await makeDump()).arrayBuffer());
  mkdirSync(CACHE, { recursive: true });
  for (const old of readdirSync(CACHE)) if (old.endsWith('.tar') && old !== name) rmSync(join(CACHE, old));
  const draft = join(CACHE, randomUUID());
  writeFileSync(draft, files);
  renameSync(draft, file);
  return file;
}

let dump: Promise<Blob> | undefined;

/** Returns the dump, which is read once. */
export function dumpOfEmpty(): Promise<Blob> {
  dump ??= dumpFile().then((file) => new Blob([new Uint8Array(readFileSync(file))]));
  return dump;
}
