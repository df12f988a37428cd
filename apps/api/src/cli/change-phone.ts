import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { sendCommand } from './operator-command.ts';

const USAGE = `Меняет номер телефона, с которым человек входит. Пароль остается прежним. Сервер можно не останавливать.

  node apps/api/src/cli/change-phone.ts --from +79161234567 --to +79167654321

  --from  прежний номер в любой записи
  --to    новый номер
`;

function readPhones(): { from: string; to: string } | undefined {
  try {
    const { from, to } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } }).values;
    return from === undefined || to === undefined ? undefined : { from, to };
  } catch {
    return undefined;
  }
}

await runCommand(async () => {
  const phones = readPhones();
  if (phones === undefined) throw new Error(USAGE);
  await sendCommand('change-phone', phones);
});
