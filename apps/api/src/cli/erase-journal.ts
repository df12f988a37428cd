import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { sendCommand } from './operator-command.ts';

const USAGE = `Стирает из журнала прежние и новые значения личных данных, у клиента и контакты в его бывших несопоставленных продажах. Сама карточка не меняется. Сервер можно не останавливать.

  node apps/api/src/cli/erase-journal.ts --id 0198c2d4-…

  --id  id лида, клиента, карточки партнера, сотрудника или разобранной несопоставленной продажи
`;

function readArguments(): { id: string } | undefined {
  try {
    const { id } = parseArgs({ options: { id: { type: 'string' } } }).values;
    return id === undefined ? undefined : { id };
  } catch {
    return undefined;
  }
}

await runCommand(async () => {
  const input = readArguments();
  if (input === undefined) throw new Error(USAGE);
  await sendCommand('erase-journal', input);
});
