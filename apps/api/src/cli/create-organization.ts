import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { sendCommand } from './operator-command.ts';

const USAGE = `Создает организацию и печатает ссылку, по которой ее владелец задаст пароль и войдет. Сервер можно не останавливать.

  node apps/api/src/cli/create-organization.ts --name «Уют» --phone +79161234567 --last-name Иванова

  --name       название организации
  --inn        ее ИНН; можно указать позже
  --phone      номер телефона владельца в любой записи
  --last-name, --first-name, --father-name
`;

const options = {
  name: { type: 'string' },
  inn: { type: 'string', default: '' },
  phone: { type: 'string' },
  'last-name': { type: 'string', default: '' },
  'first-name': { type: 'string', default: '' },
  'father-name': { type: 'string', default: '' },
} as const;

function readArguments() {
  try {
    const { values } = parseArgs({ options });
    const { name, inn, phone } = values;
    if (name === undefined || phone === undefined) return undefined;
    return {
      name,
      inn,
      phone,
      last_name: values['last-name'],
      first_name: values['first-name'],
      father_name: values['father-name'],
    };
  } catch {
    return undefined;
  }
}

await runCommand(async () => {
  const input = readArguments();
  if (input === undefined) throw new Error(USAGE);
  await sendCommand('create-organization', input);
});
