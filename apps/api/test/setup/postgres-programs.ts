import { existsSync, globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The folder with the machine's newest PostgreSQL server programs, if it has any. */
export function findPostgres(): string | undefined {
  const installed = globSync('/usr/lib/postgresql/*/bin/initdb').sort().reverse().map(dirname);
  const { PATH = '' } = process.env;
  return [...installed, ...PATH.split(delimiter)].find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
}
