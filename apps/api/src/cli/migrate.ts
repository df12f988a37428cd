/** Migrates the schema and exits. Run before processes of a new version start. */
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/open-database.ts';
import { runCommand } from './command.ts';

await runCommand(async () => {
  const { close } = await openDatabase(readConfig(process.env), () => undefined);
  await close();
  process.stdout.write('Схема базы данных обновлена.\n');
});
