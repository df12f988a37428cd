import type { Delivery, JournalEntry, Senders, SenderTest, User } from '@referral-dashboard/api-contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAIL_PASSWORDS } from '../../src/messages/senders/organization-mail.ts';
import { createSealer } from '../../src/platform/sealed.ts';
import { TEST_SECRET } from '../../src/testing/options.ts';
import { type MailServerOptions, mailServer } from '../setup/mail-server.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const SENDERS = `${api}/senders/`;
const EMAIL = `${SENDERS}email/`;
const SECRET = 'smtp-secret-of-the-owner';
const DAY = 24 * 60 * 60;

type Mail = Awaited<ReturnType<typeof mailServer>>;

let world: World;
let opened: Mail[] = [];
const open = async (options: MailServerOptions = {}) => {
  const mail = await mailServer(options);
  opened.push(mail);
  return mail;
};
beforeEach(async () => {
  world = await createWorld({ messages: { arePrivateHostsAllowed: true }, publicUrl: 'https://example.ru' });
});
afterEach(async () => {
  await world.stop();
  for (const mail of opened) mail.close();
  opened = [];
});

const bodyOf = (port: number, more: object = {}) => ({
  port,
  host: '127.0.0.1',
  encryption: 'starttls',
  user: 'robot',
  smtp_password: SECRET,
  from_address: 'robot@okna.ru',
  from_name: 'Окна',
  password: world.password,
  ...more,
});
const save = (port: number, more: object = {}, by = world.boss) => by.post(EMAIL, bodyOf(port, more));
const read = async (by = world.boss) => ok<Senders>(await by.get(SENDERS));
const sendTest = async (by = world.boss) => ok<SenderTest>(await by.post(`${EMAIL}test/`));
const setEmail = async (by: Caller, email: string) =>
  ok(await by.patch('/api/accounts/users/me/', { email, password: world.password }));
const outbox = async () => ok<{ results: Delivery[] }>(await world.boss.get(`${api}/deliveries/`)).results;

/** Confirms an e-mail with the code received by the mail server. */
async function confirmBy(mail: Mail, by: Caller, email: string) {
  await setEmail(by, email);
  ok(await by.post('/api/accounts/email/code/', { password: world.password }));
  await world.server.deliver();
  const code = /\d{6}/.exec(mail.received.findLast(({ to }) => to[0] === email)?.text ?? '')?.[0];
  ok(await by.post('/api/accounts/email/confirm/', { code }));
  await world.server.resetLimits();
}

test('an e-mail ends with the support address of the organization', async () => {
  const mail = await open();
  ok(await save(mail.port));
  ok(await world.boss.patch(`${api}/organization/`, { support_url: 'help@okna.ru' }));
  await confirmBy(mail, world.boss, 'boss@okna.ru');
  const [message] = mail.received;
  expect(message?.text).toContain('Вопросы: help@okna.ru');
});

describe('the mail settings of an organization', () => {
  test('are stored encrypted and returned and recorded in the journal without the password', async () => {
    expect((await read()).email).toMatchObject({ source: 'none', has_password: false });
    const stored = ok<Senders>(await save(2525));
    expect(stored).toEqual(await read());
    expect(stored.email).toEqual({
      source: 'organization',
      host: '127.0.0.1',
      port: 2525,
      encryption: 'starttls',
      user: 'robot',
      has_password: true,
      is_unreadable: false,
      from_address: 'robot@okna.ru',
      from_name: 'Окна',
    });
    const rows = await world.server.db.selectFrom('organization_mail').selectAll().execute();
    const entries = await world.server.db.selectFrom('audit_entries').selectAll().execute();
    const messages = await world.server.db.selectFrom('messages').selectAll().execute();
    expect(JSON.stringify([stored, rows, entries, messages])).not.toContain(SECRET);
    const journal = ok<{ results: JournalEntry[] }>(await world.boss.get(`${api}/journal/`)).results;
    expect(journal[0]).toMatchObject({ title: 'Почта организации настроена' });
    expect(journal[0]?.changes.map(({ field }) => field)).toContain('Пароль почты');
    expect(ok<{ results: unknown[] }>(await world.boss.get('/api/messages/')).results[0]).toMatchObject({
      title: 'Изменена почта организации',
    });
  });

  test('keep the saved password only for the same server and user, so that it is never sent to another server', async () => {
    ok(await save(2525));
    const { smtp_password: _, ...body } = bodyOf(2525, { from_name: 'Двери' });
    expect(ok<Senders>(await world.boss.post(EMAIL, body)).email).toMatchObject({
      from_name: 'Двери',
      has_password: true,
    });
    for (const change of [{ host: 'localhost' }, { port: 2526 }, { encryption: 'tls' }, { user: 'other' }])
      expect(await world.boss.post(EMAIL, { ...body, ...change })).toMatchObject({
        status: 400,
        body: { smtp_password: [expect.stringContaining('Введите пароль')] },
      });
  });

  test('require the account password', async () => {
    expect(await save(2525, { password: 'not the one' })).toMatchObject({
      status: 400,
      body: { password: ['Неверный пароль.'] },
    });
    expect((await read()).email.source).toBe('none');
  });

  test('cannot be changed by an owner appointed less than a day ago, except the first user of the organization', async () => {
    const manager = await world.employee('manager');
    const { id } = ok<User>(await manager.get('/api/accounts/users/me/'));
    ok(await world.boss.patch(`${api}/employees/${id}/`, { position: 'owner' }));
    expect(await save(2525, {}, manager)).toMatchObject({ status: 409, body: { code: 'new_owner' } });
    world.server.advance(DAY);
    await world.server.resetLimits();
    ok(await save(2525, {}, manager));
  });

  test('notify every owner of a change, also the owner who made it', async () => {
    const manager = await world.employee('manager');
    const userIdOf = async (by: Caller) => ok<User>(await by.get('/api/accounts/users/me/')).id;
    const [first, second] = [await userIdOf(world.boss), await userIdOf(manager)];
    ok(await world.boss.patch(`${api}/employees/${second}/`, { position: 'owner' }));
    ok(await save(2525));
    const messages = await world.server.db
      .selectFrom('messages')
      .select('user_id')
      .where('event', '=', 'account_changed')
      .where('title', '=', 'Изменена почта организации')
      .execute();
    expect(messages.map(({ user_id }) => user_id).toSorted()).toEqual([first, second].toSorted());
  });

  test('are deleted with the password, and waiting messages fail', async () => {
    ok(await save(1));
    await world.invited({ email: 'oleg@example.ru' });
    await world.server.deliver();
    expect(await outbox()).toMatchObject([{ status: 'waiting' }]);
    expect((await world.boss.delete(EMAIL)).status).toBe(204);
    expect(await outbox()).toMatchObject([{ status: 'failed', problem: 'Почта организации отключена.' }]);
    expect((await read()).email.source).toBe('none');
    expect(await world.server.db.selectFrom('organization_mail').selectAll().execute()).toEqual([]);
    const [failed] = await outbox();
    expect((await world.boss.post(`${api}/deliveries/${failed?.id}/resend/`)).status).toBe(409);
  });

  test('must be entered again when the secret key of the server changes', async () => {
    const { port } = await open({ password: SECRET });
    ok(await save(port));
    await setEmail(world.boss, 'boss@example.ru');
    const { db } = world.server;
    const other = createSealer(`${TEST_SECRET} that was changed`, MAIL_PASSWORDS);
    const { organization_id } = await db
      .selectFrom('organization_mail')
      .select('organization_id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('organization_mail')
      .set({ password: other.seal(SECRET, organization_id) })
      .execute();
    expect((await read()).email).toMatchObject({ source: 'organization', is_unreadable: true });
    expect(await sendTest()).toMatchObject({ is_sent: false, problem: expect.stringContaining('заново') });
    const { smtp_password: _, ...body } = bodyOf(port);
    expect((await world.boss.post(EMAIL, body)).status).toBe(400);
    ok(await save(port));
    expect(await sendTest()).toEqual({ is_sent: true, problem: '' });
  });
});

describe('the mail settings of the server', () => {
  test('take precedence, and the owner can test but not change them', async () => {
    const mail = await open();
    await world.stop();
    world = await createWorld({
      messages: { email: { url: mail.url, from: { name: 'Сервер', address: 'robot@server.ru' } } },
    });
    await setEmail(world.boss, 'boss@example.ru');
    expect((await read()).email).toMatchObject({
      source: 'server',
      host: '',
      from_address: 'robot@server.ru',
    });
    expect(await save(2525)).toMatchObject({ status: 409, body: { code: 'closed' } });
    expect(await sendTest()).toEqual({ is_sent: true, problem: '' });
    expect(mail.received).toMatchObject([
      { to: ['boss@example.ru'], from: expect.stringMatching(/^Организация .{4} <robot@server\.ru>$/) },
    ]);
  });
});

describe('a test message', () => {
  test('arrives at the e-mail of the profile', async () => {
    const mail = await open({ password: SECRET });
    ok(await save(mail.port));
    expect((await world.boss.post(`${EMAIL}test/`)).status).toBe(409);
    await setEmail(world.boss, 'boss@example.ru');
    expect(await sendTest()).toEqual({ is_sent: true, problem: '' });
    expect(mail.received).toMatchObject([
      { to: ['boss@example.ru'], from: 'Окна <robot@okna.ru>', subject: 'Проверка почты' },
    ]);
  });

  test.each<[string, MailServerOptions | undefined, object, RegExp]>([
    ['a wrong password', { password: 'another' }, {}, /имя или пароль/],
    ['an unknown host', {}, { host: 'no-such-host.invalid' }, /не найден/],
    ['a refused certificate', { isTls: true }, { encryption: 'tls' }, /Сертификат/],
    ['encryption that the server does not have', {}, { encryption: 'tls' }, /шифрование/],
    ['a closed port', undefined, {}, /не принимает соединение/],
  ])('reports %s in Russian', async (_case, options, more, problem) => {
    const port = options === undefined ? 1 : (await open(options)).port;
    await setEmail(world.boss, 'boss@example.ru');
    ok(await save(port, more));
    expect(await sendTest()).toEqual({ is_sent: false, problem: expect.stringMatching(problem) });
  });

  test('can be sent ten times in ten minutes', async () => {
    await setEmail(world.boss, 'boss@example.ru');
    ok(await save(1));
    for (let number = 0; number < 10; number += 1) await sendTest();
    expect((await world.boss.post(`${EMAIL}test/`)).status).toBe(429);
  });
});

describe('a mail server inside the network of the server', () => {
  test('is refused in production unless the operator allows it', async () => {
    await world.stop();
    world = await createWorld();
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '10.0.0.1', '2130706433'])
      expect(await save(25, { host })).toMatchObject({
        status: 400,
        body: { host: [expect.stringContaining('внутренней сети')] },
      });
  });

  test('receives no connection when its name resolves to a private address later', async () => {
    const mail = await open();
    ok(await save(mail.port, { user: '' }));
    await setEmail(world.boss, 'boss@example.ru');
    const { db } = world.server;
    const stored = await db.selectFrom('organization_mail').selectAll().executeTakeFirstOrThrow();
    await world.stop();
    world = await createWorld();
    await setEmail(world.boss, 'boss@example.ru');
    const { organization } = ok<User>(await world.boss.get('/api/accounts/users/me/'));
    await world.server.db
      .insertInto('organization_mail')
      .values({ ...stored, organization_id: organization?.id ?? '' })
      .execute();
    expect(await sendTest()).toMatchObject({ problem: expect.stringContaining('внутренней сети') });
    await world.invited({ email: 'oleg@example.ru' });
    await world.server.deliver();
    expect(mail.received).toEqual([]);
  });
});

describe('the mail server of an organization', () => {
  test('sends invitations and notifications of this organization only', async () => {
    const mail = await open({ password: SECRET });
    const other = await world.organization();
    ok(await save(mail.port));
    expect((await read(other)).email.source).toBe('none');
    await world.invited({ email: 'oleg@example.ru' });
    await world.invited({ email: 'stranger@example.ru' }, other);
    await world.server.deliver();
    expect(mail.received.map(({ to, from }) => ({ to, from }))).toEqual([
      { to: ['oleg@example.ru'], from: 'Окна <robot@okna.ru>' },
    ]);
  });

  test('sends codes while the server has only one organization', async () => {
    const mail = await open({ password: SECRET });
    expect(ok(await world.anonymous.get('/api/public/recovery/'))).toEqual({ channels: [] });
    ok(await save(mail.port));
    expect((await read()).carries_codes).toBe(true);
    expect(ok(await world.anonymous.get('/api/public/recovery/'))).toEqual({ channels: ['email'] });
    const { card, caller } = await world.partner();
    await confirmBy(mail, caller, 'oleg@example.ru');
    ok(await world.anonymous.post('/api/public/recovery/code/', { phone: card.phone }));
    await world.server.deliver();
    expect(mail.received).toContainEqual(
      expect.objectContaining({
        to: ['oleg@example.ru'],
        text: expect.stringMatching(/Код для нового пароля: \d{6}/),
      }),
    );
  });

  test('sends no codes, including waiting ones, when the server has several organizations', async () => {
    const mail = await open({ password: SECRET });
    ok(await save(mail.port));
    const { card, caller } = await world.partner();
    await confirmBy(mail, caller, 'oleg@example.ru');
    const before = mail.received.length;
    ok(await world.anonymous.post('/api/public/recovery/code/', { phone: card.phone }));
    await world.organization();
    await world.server.deliver();
    expect(mail.received).toHaveLength(before);
    await world.server.resetLimits();
    expect((await world.anonymous.post('/api/public/recovery/code/', { phone: card.phone })).status).toBe(
      409,
    );
    expect((await read()).carries_codes).toBe(false);
    await world.server.deliver();
    expect(mail.received).toHaveLength(before);
  });

  test('does not delay other organizations when it does not respond', async () => {
    const mail = await open({ password: SECRET });
    const other = await world.organization();
    ok(await save(1));
    ok(await save(mail.port, {}, other));
    await world.invited({ email: 'oleg@example.ru' });
    await world.invited({ email: 'maria@example.ru' }, other);
    await world.server.deliver();
    expect(mail.received.map(({ to }) => to)).toEqual([['maria@example.ru']]);
    expect(await outbox()).toMatchObject([
      { status: 'waiting', problem: expect.stringContaining('не принимает соединение') },
    ]);
    // Corrected settings are used immediately.
    ok(await save(mail.port));
    await world.server.deliver();
    expect(mail.received.map(({ to }) => to)).toEqual([['maria@example.ru'], ['oleg@example.ru']]);
  });
});
