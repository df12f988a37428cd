import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { sendCommand } from './operator-command.ts';

const USAGE = `Проверяет цепочку журнала и печатает ее отпечатки. Если журнал нарушен, называет первую нарушенную запись. Сервер можно не останавливать.

  node apps/api/src/cli/check-journal.ts [--contains ОТПЕЧАТОК]

  --contains  отпечаток прежней проверки: он должен остаться в журнале
`;

function readArguments(): { contains?: string | undefined } | undefined {
  try {
    return parseArgs({ options: { contains: { type: 'string' } } }).values;
  } catch {
    return undefined;
  }
}

await runCommand(async () => {
  const input = readArguments();
  if (input === undefined) throw new Error(USAGE);
  await sendCommand('check-journal', input);
});
