import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { cleanUp, dataFolder, operate, startServer } from './processes.ts';

afterEach(cleanUp);
const filled = () => dataFolder(inject('template'));
const PHONE = '+79000000001';
const PASSWORD = 'тихий омут полон 7';
const owner = [
  '--name',
  'Уют',
  '--inn',
  '7707083893',
  '--phone',
  '8 916 123-45-67',
  '--last-name',
  'Иванова',
];

/** Returns the secret of a printed URL. */
const secretIn = (printed: string, page: string) =>
  new RegExp(`http://\\S+/${page}/([\\w-]{43})`).exec(printed)?.[1] ?? '';

const post = async (url: string, path: string, body: object) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

describe('an operator command with invalid arguments fails with code 1 and a reason', () => {
  const to = '+79161230099';
  const wrongInn = owner.map((word) => (word === '7707083893' ? '7707083894' : word));

  test('while the server runs', async () => {
    const folder = filled();
    await startServer(folder).url;
    for (const [command, args, sentence] of [
      ['reset-password', ['--phone', '+79991112233'], 'нет'],
      ['reset-password', ['--phone', '12'], 'Введите российский номер'],
      ['change-phone', ['--from', '+79991112233', '--to', to], 'нет'],
      ['change-phone', ['--from', PHONE, '--to', '+79000000002'], 'уже занят'],
      ['change-phone', ['--from', PHONE, '--to', PHONE], 'совпадает'],
      ['change-phone', ['--from', PHONE, '--to', '+74951112233'], 'мобильного'],
      ['check-journal', ['--contains', 'a'.repeat(64)], 'в журнале нет'],
      ['check-journal', ['--contains', '7'], '64 знака'],
      ['erase-journal', ['--id', '0198c2d4-5c1e-7000-8000-000000000000'], 'нет'],
      ['create-organization', wrongInn, 'ИНН'],
    ] as const) {
      const { code, stderr } = await operate(command, folder, args);
      expect([code, stderr], `${command} ${args.join(' ')}`).toEqual([1, expect.stringContaining(sentence)]);
    }
  });

  test.each([
    ['reset-password', ['--phone', '+79991112233'], 'нет'],
    ['reset-password', [], '--phone'],
    ['change-phone', ['--from', PHONE], '--to'],
    ['erase-journal', [], '--id'],
    ['migrate', ['--app-role', 'referral_app'], 'DATABASE_URL'],
  ] as const)('without a running server: %s with %j', async (command, args, sentence) => {
    const { code, stderr } = await operate(command, filled(), args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });
});

describe('a recovery link created by the operator', () => {
  test('sets a new password while the server runs', async () => {
    const folder = filled();
    const server = startServer(folder);
    const url = await server.url;
    // In demo mode users exist from the start.
    expect(server.output()).not.toContain('/setup/');
    expect(statSync(join(folder, 'control.json')).mode & 0o077).toBe(0);
    const { code, stdout } = await operate('reset-password', folder, ['--phone', '8 900 000-00-01']);
    expect(code).toBe(0);
    expect(stdout).toContain(`${url}/reset/`);
    const token = secretIn(stdout, 'reset');
    expect((await post(url, '/api/public/recovery/accept/', { token, password: PASSWORD })).status).toBe(200);
    expect(await createClient({ url }).login({ phone: PHONE, password: PASSWORD })).toMatchObject({
      status: 200,
    });
  });

  test('can be created without a running server, also after a killed one', async () => {
    const folder = filled();
    const killed = startServer(folder);
    await killed.url;
    killed.kill('SIGKILL');
    await killed.exited;
    const { code, stdout } = await operate('reset-password', folder, ['--phone', PHONE]);
    expect([code, secretIn(stdout, 'reset')]).toEqual([0, expect.stringMatching(/./)]);
  });
});

describe('a phone changed by the operator', () => {
  const login = (url: string, phone: string) =>
    createClient({ url }).login({ phone, password: 'demo-organization' });
  const to = '+79161230099';

  test('signs in immediately with the same password while the server runs', async () => {
    const folder = filled();
    const url = await startServer(folder).url;
    const { code, stdout } = await operate('change-phone', folder, ['--from', '8 900 000-00-01', '--to', to]);
    expect([code, stdout]).toEqual([
      0,
      `Телефон изменен. Для входа теперь нужен номер ${to}, пароль прежний.\n`,
    ]);
    expect(await login(url, PHONE)).toMatchObject({ status: 401 });
    const signedIn = await login(url, to);
    expect(signedIn).toMatchObject({ status: 200 });
    const headers = { authorization: `Bearer ${(signedIn.body as { access: string }).access}` };
    const journal = await createClient({ url }).request('/api/referral/journal/', { headers });
    expect(JSON.stringify(journal.body)).toContain('Телефон сотрудника изменен');
  });

  test('can be changed without a running server', async () => {
    const folder = filled();
    expect((await operate('change-phone', folder, ['--from', PHONE, '--to', to])).code).toBe(0);
    expect(await login(await startServer(folder).url, to)).toMatchObject({ status: 200 });
  });
});

describe('the journal checked by the operator', () => {
  test('is valid with and without a running server, and after an erasure', async () => {
    const folder = filled();
    const server = startServer(folder);
    const url = await server.url;
    const { body } = await createClient({ url }).login({ phone: PHONE, password: 'demo-organization' });
    const { access } = body as { access: string };
    const headers = { authorization: `Bearer ${access}` };
    const me = await createClient({ url }).me(access);
    const { id } = me.body as { id: string };
    await createClient({ url }).request('/api/accounts/users/me/', {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ last_name: 'Новая' }),
    });
    expect(await operate('check-journal', folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Журнал цел.'),
    });
    expect(await operate('erase-journal', folder, ['--id', id])).toMatchObject({
      code: 0,
      stdout: 'Стерто значений: 1.\n',
    });
    server.kill('SIGTERM');
    await server.exited;
    expect((await operate('check-journal', folder)).code).toBe(0);
  });
});

describe('an organization created by the operator', () => {
  test('gets its owner by the invitation link while the server runs', async () => {
    const folder = filled();
    const url = await startServer(folder).url;
    const { code, stdout } = await operate('create-organization', folder, owner);
    expect(code).toBe(0);
    const token = secretIn(stdout, 'invite');
    const response = await post(url, '/api/public/invitations/accept/', { token, password: PASSWORD });
    const { access } = response.body as { access: string };
    expect(await createClient({ url }).me(access)).toMatchObject({
      body: { position: 'owner', organization: { name: 'Уют' }, last_name: 'Иванова' },
    });
  });
});

describe('a bank directory loaded by the operator', () => {
  const SBER = {
    bik: '044525225',
    name: 'ПАО "СБЕРБАНК"',
    city: 'г Москва',
    corr_account: '30101810400000000225',
  };
  /** The format of the Bank of Russia. */
  const ed807 =
    '<?xml version="1.0" encoding="windows-1251"?><ED807 xmlns="urn:cbr-ru:ed:v2.0">' +
    `<BICDirectoryEntry BIC="${SBER.bik}"><ParticipantInfo NameP="ПАО &quot;СБЕРБАНК&quot;" Tnp="г" Nnp="Москва"/>` +
    `<Accounts Account="${SBER.corr_account}" RegulationAccountType="CRSA" AccountStatus="ACAC"/>` +
    '</BICDirectoryEntry></ED807>';
  function storedFile(name: string, text: string) {
    const path = join(dataFolder(), name);
    writeFileSync(path, iconv.encode(text, 'win1251'));
    return path;
  }
  async function bankOf(url: string) {
    const client = createClient({ url });
    const { body } = await client.login({ phone: PHONE, password: 'demo-organization' });
    const headers = { authorization: `Bearer ${(body as { access: string }).access}` };
    return (await client.request(`/api/referral/banks/?bik=${SBER.bik}`, { headers })).body;
  }

  test('is used immediately while the server runs, and an invalid file changes nothing', async () => {
    const folder = filled();
    const url = await startServer(folder).url;
    const { code, stdout } = await operate('load-banks', folder, [
      storedFile('20261120_ED807_full.xml', ed807),
    ]);
    expect([code, stdout]).toEqual([0, 'Справочник загружен, банков: 1.\n']);
    expect(await bankOf(url)).toEqual({ is_loaded: true, bank: SBER });
    const other = await operate('load-banks', folder, [storedFile('other.txt', 'БИК')]);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('не справочник БИК')]);
    const missing = await operate('load-banks', folder, [join(folder, 'none.zip')]);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('не прочитать')]);
    expect(await bankOf(url)).toMatchObject({ bank: SBER });
  });

  test('can be loaded without a running server, and the command requires a file', async () => {
    const folder = filled();
    expect((await operate('load-banks', folder, [storedFile('ed807.xml', ed807)])).code).toBe(0);
    expect(await bankOf(await startServer(folder).url)).toEqual({ is_loaded: true, bank: SBER });
    const { code, stderr } = await operate('load-banks', folder, []);
    expect([code, stderr]).toEqual([1, expect.stringContaining('load-banks.ts ФАЙЛ')]);
  });
});

describe('the setup link', () => {
  const production = { APP_MODE: 'production', SECRET_KEY: 'a key for tests, long enough to be one' };
  const account = {
    organization: 'Уют',
    inn: '7707083893',
    last_name: 'Иванова',
    first_name: 'Анна',
    phone: '+79161234567',
    email: 'anna@example.ru',
    password: PASSWORD,
  };

  test('is printed in production while the database has no users, creates one owner, and is not printed again', async () => {
    const folder = dataFolder();
    const server = startServer(folder, production);
    const url = await server.url;
    const token = secretIn(server.output(), 'setup');
    expect(server.output()).not.toContain('пароль');
    const demo = { phone: PHONE, password: 'demo-organization' };
    expect(await createClient({ url }).login(demo)).toMatchObject({ status: 401 });
    expect((await post(url, '/api/public/setup/check/', { token })).status).toBe(200);
    expect((await post(url, '/api/public/setup/', { ...account, token, inn: '1' })).status).toBe(400);
    const answers = await Promise.all(
      [1, 2].map(() => post(url, '/api/public/setup/', { ...account, token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    const pair = answers.find(({ status }) => status === 201)?.body as { access: string };
    expect(await createClient({ url }).me(pair.access)).toMatchObject({
      body: {
        position: 'owner',
        organization: { name: 'Уют' },
        email: 'anna@example.ru',
        is_email_confirmed: false,
      },
    });
    expect((await post(url, '/api/public/setup/check/', { token })).status).toBe(404);
    server.kill('SIGTERM');
    await server.exited;
    const again = startServer(folder, production);
    await again.url;
    expect(again.output()).not.toContain('/setup/');
  });
});
