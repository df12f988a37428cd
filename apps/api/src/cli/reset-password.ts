import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { sendCommand } from './operator-command.ts';

const USAGE = `Печатает ссылку, по которой человек задаст новый пароль. Сервер можно не останавливать.

  node apps/api/src/cli/reset-password.ts --phone +79161234567

  --phone  номер телефона в любой записи
`;

function readPhone(): string | undefined {
  try {
    return parseArgs({ options: { phone: { type: 'string' } } }).values.phone;
  } catch {
    return undefined;
  }
}

await runCommand(async () => {
  const phone = readPhone();
  if (phone === undefined) throw new Error(USAGE);
  await sendCommand('reset-password', { phone });
});
