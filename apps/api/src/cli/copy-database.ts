import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/open-database.ts';
import { copyTables } from '../platform/db/copy-tables.ts';
import { runCommand } from './command.ts';

const USAGE = `Переносит встроенную базу данных из DATA_DIR в пустую базу PostgreSQL. Сервер на время переноса остановите.

  node apps/api/src/cli/copy-database.ts --to postgres://user:password@host/database
`;

function readTarget(): string {
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
    if (to !== undefined) return to;
  } catch {
    // An unknown option is reported in the same way as a missing one.
  }
  throw new Error(USAGE);
}

async function main() {
  const { DATA_DIR, DATABASE_URL: target = '' } = readConfig({ ...process.env, DATABASE_URL: readTarget() });
  const ignore = () => undefined;
  const from = await openDatabase({ DATA_DIR, DATABASE_URL: undefined }, ignore);
  try {
    const to = await openDatabase({ DATA_DIR, DATABASE_URL: target }, ignore);
    try {
      const copied = await copyTables(from.db, to.db);
      process.stdout.write(
        `Перенесено записей: ${copied}. Запустите сервер с DATABASE_URL этой базы и с прежним SECRET_KEY; ` +
          `если он не был задан, он лежит в файле ${DATA_DIR}/secret-key.\n`,
      );
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

await runCommand(main);
