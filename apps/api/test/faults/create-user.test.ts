import { afterEach, describe, expect, inject, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { cleanUp, createUser, dataFolder, startServer } from './processes.ts';

afterEach(cleanUp);
const filled = () => dataFolder(inject('template'));
const person = ['--phone', '8 916 123-45-67', '--role', 'organization', '--last-name', 'Петрова'];

describe('the command that creates a user', () => {
  test('reads the password from standard input, and the user can sign in', async () => {
    const folder = filled();
    const { code, stdout } = await createUser(folder, person, 'длинный пароль\n');
    expect([code, stdout]).toEqual([0, 'Пользователь +79161234567 создан.\n']);
    const client = createClient({ url: await startServer(folder).url });
    const response = await client.login({ phone: '+79161234567', password: 'длинный пароль' });
    expect(response).toMatchObject({ status: 200 });
    const { access } = response.body as { access: string };
    expect(await client.me(access)).toMatchObject({ body: { role: 'organization', last_name: 'Петрова' } });
  });

  test('generates a password and prints it', async () => {
    const folder = filled();
    const { stdout } = await createUser(folder, [...person, '--generate-password']);
    const password = /^Пароль: (\S{16})$/m.exec(stdout)?.[1];
    const client = createClient({ url: await startServer(folder).url });
    expect(await client.login({ phone: '+79161234567', password })).toMatchObject({ status: 200 });
  });

  test.each([
    ['a phone of another user', ['--phone', '+79000000001', '--role', 'none'], 'уже занят'],
    ['an invalid phone number', ['--phone', '12', '--role', 'none'], 'не похоже на номер телефона'],
    ['an unknown role', ['--phone', '89161234567', '--role', 'admin'], '--role'],
    ['a missing phone', ['--role', 'none'], '--phone'],
    ['an unknown option', ['--phone', '89161234567', '--admin'], '--phone'],
  ])('refuses %s', async (_name, args, sentence) => {
    const { code, stderr } = await createUser(filled(), args, 'длинный пароль\n');
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
  });

  test('refuses a password that is easy to guess', async () => {
    const { code, stderr } = await createUser(filled(), person, 'привет12345\n');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Такой пароль легко подобрать/)]);
  });

  test('refuses a password that is too short', async () => {
    const { code, stderr } = await createUser(filled(), person, 'коротко\n');
    expect([code, stderr]).toEqual([1, 'Пароль слишком короткий: нужно не менее 10 символов.\n']);
  });
});
