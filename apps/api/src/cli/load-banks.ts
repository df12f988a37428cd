import { resolve } from 'node:path';
import { runCommand } from './command.ts';
import { sendCommand } from './operator-command.ts';

const USAGE = `Загружает справочник БИК (ED807) Банка России. Сервер можно не останавливать.

  node apps/api/src/cli/load-banks.ts ФАЙЛ

  ФАЙЛ  архив ZIP или XML со страницы cbr.ru
`;

await runCommand(async () => {
  const file = process.argv[2];
  if (file === undefined || file.startsWith('-')) throw new Error(USAGE);
  await sendCommand('load-banks', { file: resolve(file) });
});
