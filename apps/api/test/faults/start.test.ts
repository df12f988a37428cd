import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { cleanUp, dataFolder, startServer } from './processes.ts';

afterEach(cleanUp);
const filled = () => dataFolder(inject('template'));

describe('the first start without settings', () => {
  test('prints the URL and working phones and passwords', () => {
    const { stdout, ...rest } = inject('firstStart');
    expect(rest).toEqual({ code: 0, stderr: '', health: 200, login: 200 });
    expect(stdout).toContain('организация: телефон +79000000001, пароль demo-organization');
    expect(stdout).toContain('партнер: телефон +79000000002, пароль demo-partner');
  });
});

describe('a later start', () => {
  test('keeps users, changes and sessions', async () => {
    const folder = filled();
    const first = startServer(folder);
    const before = createClient({ url: await first.url });
    const { access, refresh } = await before.signIn();
    await before.patch(access, { last_name: 'Петрова' });
    first.kill('SIGTERM');
    await first.exited;

    const after = createClient({ url: await startServer(folder).url });
    expect(await after.me(access)).toMatchObject({ status: 200, body: { last_name: 'Петрова' } });
    expect(await after.refresh(refresh)).toMatchObject({ status: 200 });
  });
});

describe('the demo mode', () => {
  test('warns of known passwords when it is reachable over the network', async () => {
    const server = startServer(filled(), { HOST: '0.0.0.0' });
    await server.url;
    server.kill('SIGTERM');
    expect((await server.exited).stdout).toContain('Внимание: эти пароли известны всем');
  });
});

describe('a failing start', () => {
  test('reports all invalid settings together', async () => {
    const { exited } = startServer(dataFolder(), { PORT: 'x', SUPPORT_URL: 'x', NODE_ENV: 'production' });
    const { code, stderr } = await exited;
    expect(code).toBe(1);
    for (const name of ['PORT', 'SUPPORT_URL', 'SECRET_KEY']) expect(stderr).toContain(`${name}: `);
    expect(stderr).not.toContain('    at ');
  });

  test('reports an occupied port and releases the data folder', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const folder = filled();
    const { code, stderr } = await startServer(folder, { PORT: port }).exited;
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`Порт ${port} занят.`);
    expect(stderr).not.toContain('    at ');
    expect(await startServer(folder).url).toMatch(/^http/);
  });

  test('reports a data folder that is not writable and a listen address that does not exist', async () => {
    const file = join(dataFolder(), 'file');
    writeFileSync(file, '');
    expect((await startServer(file).exited).stderr).toContain(`В папку ${file} нельзя писать.`);
    const otherHost = await startServer(filled(), { HOST: '203.0.113.9' }).exited;
    expect(otherHost).toMatchObject({ code: 1, stderr: expect.stringContaining('По адресу 203.0.113.9') });
  });

  test('reports an unreachable PostgreSQL without its password', async () => {
    const { code, stderr } = await startServer(dataFolder(), {
      DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/x',
    }).exited;
    expect(code).toBe(1);
    expect(stderr).toContain('База данных по адресу из DATABASE_URL не отвечает');
    expect(stderr).not.toContain('hidden');
  });
});
