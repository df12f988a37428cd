import { existsSync, globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Returns the folder of the newest installed PostgreSQL server, or undefined. */
export function findPostgres(): string | undefined {
  const installed = globSync('/usr/lib/postgresql/*/bin/initdb').sort().reverse().map(dirname);
  const { PATH = '' } = process.env;
  return [...installed, ...PATH.split(delimiter)].find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
}
