import type { User } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeTo } from '../setup/codes.ts';
import { confirmEmail } from '../setup/emails.ts';
import { api, type Caller, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const WRONG = { code: ['Код не подошел или устарел. Проверьте его или запросите новый.'] };
const ME = '/api/accounts/users/me/';
const MINUTE = 60;

let world: World;
let lastAddress = 0;
beforeAll(async () => {
  world = await createWorld({ messages: { isRehearsed: true } });
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const address = () => {
  lastAddress += 1;
  return `person${lastAddress}@example.ru`;
};
const me = async (caller: Caller) => ok<User>(await caller.get(ME));
const setEmail = (caller: Caller, email: string, password = world.password) =>
  caller.patch(ME, { email, password });
const sendCode = (caller: Caller, password = world.password) =>
  caller.post('/api/accounts/email/code/', { password });
const confirm = (caller: Caller, code: string) => caller.post('/api/accounts/email/confirm/', { code });
const recover = async (phone: string) => {
  await world.server.resetLimits();
  return ok(await world.anonymous.post('/api/public/recovery/code/', { phone }));
};

/** Returns the titles of all messages to an address. */
const sentTo = async (to: string) =>
  (
    await world.server.db
      .selectFrom('deliveries as d')
      .innerJoin('messages as m', 'm.id', 'd.message_id')
      .select('m.title')
      .where('d.address', '=', to)
      .execute()
  ).map(({ title }) => title);

/** Sets an unconfirmed e-mail, as in profiles created before e-mails were confirmed. */
const typedByOthers = (phone: string, email: string) =>
  world.server.db.updateTable('users').set({ email }).where('phone', '=', phone).execute();

describe('an unconfirmed e-mail', () => {
  test('is not copied from a partner card to the profile and receives no recovery code', async () => {
    const email = address();
    const { card, caller } = await world.partner({ email });
    expect(await me(caller)).toMatchObject({ email: '', is_email_confirmed: false });
    await recover(card.phone);
    expect(await sentTo(email)).toEqual(['Приглашение']);
    await codeTo(world, card.phone);
  });

  test('is not copied from an application to the profile and receives no recovery code', async () => {
    const [email, phone] = [address(), world.phone()];
    ok(await world.boss.patch(`${api}/organization/`, { offer: 'Договор.', personal_data: 'Согласен.' }));
    const { join_code } = await world.program({ join_policy: 'open' });
    const { token } = ok<{ token: string }>(
      await world.anonymous.post(`/api/public/join/${join_code}/`, {
        kind: 'self_employed',
        inn: '500100732259',
        last_name: 'Сидорова',
        first_name: 'Мария',
        phone,
        email,
        offer: true,
        offer_version: 1,
        personal_data: true,
        personal_data_version: 1,
      }),
    );
    const { access } = ok<{ access: string }>(
      await world.anonymous.post('/api/public/applications/confirm/', {
        token,
        code: await codeTo(world, phone),
        password: world.password,
      }),
    );
    expect(await me(createCaller(world.server, access))).toMatchObject({
      email: '',
      is_email_confirmed: false,
    });
    await recover(phone);
    expect(await sentTo(email)).not.toContain('Новый пароль');
  });

  test('receives neither recovery codes nor notifications when the profile contains it', async () => {
    const email = address();
    const { card, caller } = await world.partner();
    await typedByOthers(card.phone, email);
    await recover(card.phone);
    ok(await world.boss.post(`${api}/partners/${card.id}/phone/`, { phone: world.phone() }));
    expect(await sentTo(email)).toEqual([]);
    expect(ok(await caller.get('/api/messages/settings/'))).toMatchObject({
      channels: expect.arrayContaining([{ channel: 'email', is_set_up: true, address: '' }]),
    });
  });

  test('receives its invitation, and accepting the invitation does not confirm it', async () => {
    const email = address();
    const { invitation } = await world.invited({ email });
    expect(invitation.sent_by).toEqual(['email', 'sms']);
    const { access } = ok<{ access: string }>(await world.accept(invitation.url));
    expect(await me(createCaller(world.server, access))).toMatchObject({
      email: '',
      is_email_confirmed: false,
    });
  });
});

describe('a confirmed e-mail', () => {
  test('receives recovery codes', async () => {
    const email = address();
    const { card, caller } = await world.partner();
    await confirmEmail(world, caller, email);
    expect(await me(caller)).toMatchObject({
      email,
      is_email_confirmed: true,
      can_confirm_email: false,
    });
    await recover(card.phone);
    expect(await sentTo(email)).toContain('Новый пароль');
  });

  test('becomes unconfirmed when it is changed', async () => {
    const [email, other] = [address(), address()];
    const { card, caller } = await world.partner();
    await confirmEmail(world, caller, email);
    expect(ok(await setEmail(caller, other))).toMatchObject({
      email: other,
      is_email_confirmed: false,
      can_confirm_email: true,
    });
    await recover(card.phone);
    for (const one of [email, other]) expect(await sentTo(one)).not.toContain('Новый пароль');
  });
});

describe('an account that another user created for a phone', () => {
  const setPassword = (path: string, input: object) =>
    world.anonymous.post(`/api/public/recovery/${path}/`, { password: 'quite another password', ...input });

  test('loses the confirmed e-mail of that user when the owner of the phone recovers it', async () => {
    const email = address();
    const { card, caller } = await world.partner();
    await confirmEmail(world, caller, email);
    await recover(card.phone);
    const input = { phone: card.phone, code: await codeTo(world, card.phone) };
    const { access } = ok<{ access: string }>(await setPassword('confirm', input));
    expect(await me(createCaller(world.server, access))).toMatchObject({ email, is_email_confirmed: false });
    expect(await sentTo(email)).toContain('Изменены данные для входа');
    await world.server.db.deleteFrom('messages').execute();
    world.server.advance(MINUTE);
    await recover(card.phone);
    expect(await sentTo(email)).toEqual([]);
  });

  test('loses the confirmed e-mail and the Telegram chat of that user when its owner uses a recovery link', async () => {
    const email = address();
    const { card, caller } = await world.partner();
    await confirmEmail(world, caller, email);
    const { id } = await world.server.findUser(card.phone);
    const linked = { user_id: id, bot_id: '123456', chat_id: '77', linked_at: world.server.now() };
    await world.server.db.insertInto('telegram_chats').values(linked).execute();
    const { url } = ok<{ url: string }>(await world.boss.post(`${api}/partners/${card.id}/recovery/`));
    const { access } = ok<{ access: string }>(await setPassword('accept', { token: url.split('/').at(-1) }));
    expect(await me(createCaller(world.server, access))).toMatchObject({ is_email_confirmed: false });
    const chats = await world.server.db.selectFrom('telegram_chats').selectAll().execute();
    expect(chats).toEqual([]);
  });
});

test('an e-mail that received the recovery code stays confirmed after the recovery', async () => {
  const mail = await createWorld({ messages: { isRehearsed: true } });
  await mail.server.db.deleteFrom('message_channels').where('channel', '<>', 'email').execute();
  const { card, caller } = await mail.partner();
  await confirmEmail(mail, caller, address());
  ok(await mail.anonymous.post('/api/public/recovery/code/', { phone: card.phone }));
  const { email } = await me(caller);
  const input = { phone: card.phone, code: await codeTo(mail, email), password: 'quite another password' };
  const { access } = ok<{ access: string }>(
    await mail.anonymous.post('/api/public/recovery/confirm/', input),
  );
  expect(await me(createCaller(mail.server, access))).toMatchObject({ email, is_email_confirmed: true });
  await mail.stop();
});

describe('an e-mail change', () => {
  test('invalidates the recovery code that was sent to the former e-mail', async () => {
    const email = address();
    const { card, caller } = await world.partner();
    await confirmEmail(world, caller, email);
    await recover(card.phone);
    const code = await codeTo(world, email);
    ok(await setEmail(caller, address()));
    const input = { phone: card.phone, code, password: 'quite another password' };
    expect(await world.anonymous.post('/api/public/recovery/confirm/', input)).toMatchObject({
      status: 400,
      body: WRONG,
    });
  });

  test('requires the password and saves nothing without it', async () => {
    const { caller } = await world.partner();
    const missing = { status: 400, body: { password: ['Введите пароль: без него почту не изменить.'] } };
    expect(await caller.patch(ME, { email: address(), first_name: 'Иван' })).toMatchObject(missing);
    expect(await setEmail(caller, address(), '')).toMatchObject(missing);
    expect(await setEmail(caller, address(), 'not the one')).toMatchObject({
      status: 400,
      body: { password: ['Неверный пароль.'] },
    });
    expect(await me(caller)).toMatchObject({ email: '', first_name: 'Олег' });
  });

  test('does not happen when the profile is saved with the same e-mail', async () => {
    const email = address();
    const { caller } = await world.partner();
    await confirmEmail(world, caller, email);
    expect(ok(await caller.patch(ME, { email, first_name: 'Иван' }))).toMatchObject({
      email,
      first_name: 'Иван',
      is_email_confirmed: true,
    });
  });

  test('sends a notification to the phone and to the former e-mail', async () => {
    const [email, other] = [address(), address()];
    const { card, caller } = await world.partner();
    await confirmEmail(world, caller, email);
    await world.server.db.deleteFrom('messages').execute();
    ok(await setEmail(caller, other));
    expect(await sentTo(email)).toEqual(['Изменена почта']);
    expect(await sentTo(card.phone)).toEqual(['Изменены данные для входа']);
    expect(await sentTo(other)).toEqual([]);
  });
});

describe('a confirmation code for an e-mail', () => {
  /** Creates a partner with an unconfirmed e-mail. */
  async function unconfirmed() {
    const email = address();
    const { card, caller } = await world.partner();
    ok(await setEmail(caller, email));
    return { card, caller, email };
  }

  test('requires the password, so that an access token alone cannot confirm an e-mail', async () => {
    const { caller, email } = await unconfirmed();
    expect(await sendCode(caller, 'not the one')).toMatchObject({
      status: 400,
      body: { password: ['Неверный пароль.'] },
    });
    expect(await sentTo(email)).toEqual([]);
  });

  test('confirms its e-mail once and notifies the user', async () => {
    const { card, caller, email } = await unconfirmed();
    expect(ok(await sendCode(caller))).toEqual({ expires_in: 15 * MINUTE });
    const code = await codeTo(world, email);
    await world.server.db.deleteFrom('messages').execute();
    expect((await confirm(caller, code)).status).toBe(204);
    expect(await sentTo(card.phone)).toEqual(['Изменены данные для входа']);
    expect(await confirm(caller, code)).toMatchObject({ status: 400, body: WRONG });
    expect(await sendCode(caller)).toMatchObject({ status: 409 });
  });

  test('confirms neither another e-mail nor the same e-mail of another user', async () => {
    const { caller, email } = await unconfirmed();
    ok(await sendCode(caller));
    const code = await codeTo(world, email);
    const other = await world.partner();
    ok(await setEmail(other.caller, email));
    expect(await confirm(other.caller, code)).toMatchObject({ status: 400, body: WRONG });
    ok(await setEmail(caller, address()));
    expect(await confirm(caller, code)).toMatchObject({ status: 400, body: WRONG });
    expect(await me(caller)).toMatchObject({ is_email_confirmed: false });
  });

  test('is valid for five attempts and 15 minutes', async () => {
    const { caller, email } = await unconfirmed();
    ok(await sendCode(caller));
    const code = await codeTo(world, email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let time = 0; time < 5; time += 1)
      expect(await confirm(caller, wrong)).toMatchObject({ status: 400, body: WRONG });
    expect(await confirm(caller, code)).toMatchObject({ status: 400, body: WRONG });
    world.server.advance(MINUTE);
    ok(await sendCode(caller));
    const second = await codeTo(world, email);
    world.server.advance(15 * MINUTE);
    expect(await confirm(caller, second)).toMatchObject({ status: 400, body: WRONG });
  });

  test('is sent at most once a minute, and five times a day to one e-mail across all users', async () => {
    const [one, other] = [await unconfirmed(), await world.partner()];
    ok(await setEmail(other.caller, one.email));
    ok(await sendCode(one.caller));
    expect(await sendCode(one.caller)).toMatchObject({ status: 429 });
    for (let time = 0; time < 4; time += 1) {
      world.server.advance(16 * MINUTE);
      ok(await sendCode(one.caller));
    }
    world.server.advance(16 * MINUTE);
    for (const { caller } of [one, other]) expect(await sendCode(caller)).toMatchObject({ status: 429 });
  });

  test('is refused with a reason when the profile has no e-mail or the server cannot send mail', async () => {
    const { caller } = await world.partner();
    expect(await sendCode(caller)).toMatchObject({
      status: 409,
      body: { detail: 'В профиле нет почты. Сначала укажите ее.' },
    });
    const withoutChannels = await createWorld();
    ok(await withoutChannels.boss.patch(ME, { email: address(), password: withoutChannels.password }));
    expect(
      await withoutChannels.boss.post('/api/accounts/email/code/', { password: withoutChannels.password }),
    ).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('почта пока не подключена') },
    });
    await withoutChannels.stop();
  });
});
