import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { position, role } from '@referral-dashboard/api-contract';
import { readConfig } from '../config/config.ts';
import { toSettings } from '../config/settings.ts';
import { openDatabase } from '../database/open-database.ts';
import { createAccounts, type NewPerson } from '../people/index.ts';
import { systemClock } from '../platform/clock.ts';
import { runCommand } from './command.ts';

const USAGE = `Создает пользователя.

  node apps/api/src/cli/create-user.ts --phone +79161234567 --role organization --last-name Иванова

  --phone              номер телефона в любой записи
  --role               organization, partner или none
  --organization       id организации, в которой человек работает; без него создается новая
  --position           owner, manager, accountant или viewer; без него owner
  --last-name, --first-name, --father-name, --email
  --generate-password  придумать пароль и напечатать его один раз;
                       без этого пароль спрашивается или читается из стандартного ввода
`;

const options = {
  phone: { type: 'string' },
  role: { type: 'string' },
  organization: { type: 'string' },
  position: { type: 'string', default: 'owner' },
  'last-name': { type: 'string', default: '' },
  'first-name': { type: 'string', default: '' },
  'father-name': { type: 'string', default: '' },
  email: { type: 'string', default: '' },
  'generate-password': { type: 'boolean', default: false },
} as const;

/** Parses the command line; `undefined` for invalid arguments. */
function readArguments(): (Omit<NewPerson, 'password'> & { generate: boolean }) | undefined {
  try {
    const { values } = parseArgs({ options });
    const requestedRole = values.role === 'none' ? null : role.safeParse(values.role).data;
    const staffPosition = position.safeParse(values.position).data;
    if (values.phone === undefined || requestedRole === undefined || staffPosition === undefined)
      return undefined;
    return {
      phone: values.phone,
      role: requestedRole,
      position: staffPosition,
      ...(values.organization !== undefined && { organization: values.organization }),
      last_name: values['last-name'],
      first_name: values['first-name'],
      father_name: values['father-name'],
      email: values.email,
      generate: values['generate-password'],
    };
  } catch {
    return undefined;
  }
}

/** Reads one line of standard input. On a terminal it prints a prompt and hides the input. */
async function readPassword(): Promise<string> {
  const { stdin, stdout } = process;
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden, terminal: stdin.isTTY });
  if (stdin.isTTY) stdout.write('Пароль: ');
  for await (const line of lines) {
    lines.close();
    if (stdin.isTTY) stdout.write('\n');
    return line;
  }
  return '';
}

async function main() {
  const request = readArguments();
  if (request === undefined) throw new Error(USAGE);
  const { generate, ...person } = request;
  const config = readConfig(process.env);
  const password = generate ? randomBytes(12).toString('base64url') : await readPassword();
  const { db, close } = await openDatabase(config, () => undefined);
  try {
    const settings = toSettings(config).accounts;
    const { people } = createAccounts({
      db,
      clock: systemClock,
      settings,
      captcha: undefined,
    });
    const { phone } = await people.create({ ...person, password });
    process.stdout.write(`Пользователь ${phone} создан.\n${generate ? `Пароль: ${password}\n` : ''}`);
  } finally {
    await close();
  }
}

await runCommand(main);
