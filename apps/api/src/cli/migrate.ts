/** Migrates the schema and exits. Run before processes of a new version start. */
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { grantAppRole } from '../database/app-role.ts';
import { openDatabase } from '../database/open-database.ts';
import { runCommand } from './command.ts';

const USAGE = `Обновляет схему базы данных.

  node apps/api/src/cli/migrate.ts [--app-role ИМЯ]

  --app-role  роль PostgreSQL, под которой работает сервер: получит права на данные, но не на схему и не на изменение журнала
`;

function readArguments(): { 'app-role'?: string | undefined } | undefined {
  try {
    return parseArgs({ options: { 'app-role': { type: 'string' } } }).values;
  } catch {
    return undefined;
  }
}

await runCommand(async () => {
  const input = readArguments();
  if (input === undefined) throw new Error(USAGE);
  const { 'app-role': role } = input;
  const config = readConfig(process.env);
  if (role !== undefined && config.DATABASE_URL === undefined)
    throw new Error('Роли бывают только в PostgreSQL: укажите DATABASE_URL ее владельца.');
  const { db, close } = await openDatabase(config, () => undefined);
  try {
    process.stdout.write('Схема базы данных обновлена.\n');
    if (role === undefined) return;
    await grantAppRole(db, role);
    process.stdout.write(`Права роли ${role} обновлены.\n`);
  } finally {
    await close();
  }
});
