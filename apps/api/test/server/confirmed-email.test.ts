import type { User } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeTo } from '../setup/codes.ts';
import { confirmEmail } from '../setup/emails.ts';
import { api, type Caller, callerOf, createWorld, ok, type World } from '../setup/world.ts';

const WRONG = { code: ['Код не подошел или устарел. Проверьте его или запросите новый.'] };
const ME = '/api/accounts/users/me/';
const MINUTE = 60;

let world: World;
let made = 0;
beforeAll(async () => {
  world = await createWorld({ messages: { isRehearsed: true } });
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const address = () => {
  made += 1;
  return `person${made}@example.ru`;
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

/** Titles of all messages that were written for an address. */
const sentTo = async (to: string) =>
  (
    await world.server.db
      .selectFrom('deliveries as d')
      .innerJoin('messages as m', 'm.id', 'd.message_id')
      .select('m.title')
      .where('d.address', '=', to)
      .execute()
  ).map(({ title }) => title);

/** Sets an unconfirmed address, as in profiles that are older than the confirmation. */
const typedByOthers = (phone: string, email: string) =>
  world.server.db.updateTable('users').set({ email }).where('phone', '=', phone).execute();

describe('an e-mail that its owner did not confirm', () => {
  test('on a card does not become the e-mail of the profile and gets no recovery code', async () => {
    const email = address();
    const { card, caller } = await world.partner({ email });
    expect(await me(caller)).toMatchObject({ email: '', is_email_confirmed: false });
    await recover(card.phone);
    expect(await sentTo(email)).toEqual(['Приглашение']);
    await codeTo(world, card.phone);
  });

  test('of an applicant does not become the e-mail of the profile and gets no recovery code', async () => {
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
    expect(await me(callerOf(world.server, access))).toMatchObject({ email: '', is_email_confirmed: false });
    await recover(phone);
    expect(await sentTo(email)).not.toContain('Новый пароль');
  });

  test('in an existing profile gets neither recovery codes nor notifications', async () => {
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

  test('gets the invitation that was addressed to it, which confirms nothing', async () => {
    const email = address();
    const { invitation } = await world.invited({ email });
    expect(invitation.sent_by).toEqual(['email', 'sms']);
    const { access } = ok<{ access: string }>(await world.accept(invitation.url));
    expect(await me(callerOf(world.server, access))).toMatchObject({ email: '', is_email_confirmed: false });
  });
});

describe('a confirmed e-mail', () => {
  test('gets recovery codes', async () => {
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

  test('is unconfirmed again as soon as it is changed', async () => {
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

describe('an account that another person created for a phone', () => {
  const setPassword = (path: string, given: object) =>
    world.anonymous.post(`/api/public/recovery/${path}/`, { password: 'quite another password', ...given });

  test('leaves that person no confirmed e-mail once its owner recovers it by the phone', async () => {
    const email = address();
    const { card, caller } = await world.partner();
    await confirmEmail(world, caller, email);
    await recover(card.phone);
    const given = { phone: card.phone, code: await codeTo(world, card.phone) };
    const { access } = ok<{ access: string }>(await setPassword('confirm', given));
    expect(await me(callerOf(world.server, access))).toMatchObject({ email, is_email_confirmed: false });
    expect(await sentTo(email)).toContain('Изменены данные для входа');
    await world.server.db.deleteFrom('messages').execute();
    world.server.advance(MINUTE);
    await recover(card.phone);
    expect(await sentTo(email)).toEqual([]);
  });

  test('leaves that person no confirmed e-mail and no Telegram chat once its owner uses a link', async () => {
    const email = address();
    const { card, caller } = await world.partner();
    await confirmEmail(world, caller, email);
    const { id } = await world.server.findUser(card.phone);
    const linked = { user_id: id, bot_id: '123456', chat_id: '77', linked_at: world.server.now() };
    await world.server.db.insertInto('telegram_chats').values(linked).execute();
    const { url } = ok<{ url: string }>(await world.boss.post(`${api}/partners/${card.id}/recovery/`));
    const { access } = ok<{ access: string }>(await setPassword('accept', { token: url.split('/').at(-1) }));
    expect(await me(callerOf(world.server, access))).toMatchObject({ is_email_confirmed: false });
    const chats = await world.server.db.selectFrom('telegram_chats').selectAll().execute();
    expect(chats).toEqual([]);
  });
});

test('an e-mail that confirmed a recovery by itself stays confirmed', async () => {
  const mail = await createWorld({ messages: { isRehearsed: true } });
  await mail.server.db.deleteFrom('message_channels').where('channel', '<>', 'email').execute();
  const { card, caller } = await mail.partner();
  await confirmEmail(mail, caller, address());
  ok(await mail.anonymous.post('/api/public/recovery/code/', { phone: card.phone }));
  const { email } = await me(caller);
  const given = { phone: card.phone, code: await codeTo(mail, email), password: 'quite another password' };
  const { access } = ok<{ access: string }>(
    await mail.anonymous.post('/api/public/recovery/confirm/', given),
  );
  expect(await me(callerOf(mail.server, access))).toMatchObject({ email, is_email_confirmed: true });
  await mail.stop();
});

describe('a change of the e-mail', () => {
  test('ends the recovery code that was sent to the former address', async () => {
    const email = address();
    const { card, caller } = await world.partner();
    await confirmEmail(world, caller, email);
    await recover(card.phone);
    const code = await codeTo(world, email);
    ok(await setEmail(caller, address()));
    const given = { phone: card.phone, code, password: 'quite another password' };
    expect(await world.anonymous.post('/api/public/recovery/confirm/', given)).toMatchObject({
      status: 400,
      body: WRONG,
    });
  });

  test('needs the password, and without the right one saves nothing', async () => {
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

  test('is not one when the profile is sent back with the same address', async () => {
    const email = address();
    const { caller } = await world.partner();
    await confirmEmail(world, caller, email);
    expect(ok(await caller.patch(ME, { email, first_name: 'Иван' }))).toMatchObject({
      email,
      first_name: 'Иван',
      is_email_confirmed: true,
    });
  });

  test('is notified to the phone and to the former address', async () => {
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

describe('a code for an e-mail', () => {
  /** A partner with an unconfirmed e-mail. */
  async function unconfirmed() {
    const email = address();
    const { card, caller } = await world.partner();
    ok(await setEmail(caller, email));
    return { card, caller, email };
  }

  test('is sent for the password only, so that an access token does not confirm an address', async () => {
    const { caller, email } = await unconfirmed();
    expect(await sendCode(caller, 'not the one')).toMatchObject({
      status: 400,
      body: { password: ['Неверный пароль.'] },
    });
    expect(await sentTo(email)).toEqual([]);
  });

  test('confirms the address it was sent to, once, and the person is notified', async () => {
    const { card, caller, email } = await unconfirmed();
    expect(ok(await sendCode(caller))).toEqual({ expires_in: 15 * MINUTE });
    const code = await codeTo(world, email);
    await world.server.db.deleteFrom('messages').execute();
    expect((await confirm(caller, code)).status).toBe(204);
    expect(await sentTo(card.phone)).toEqual(['Изменены данные для входа']);
    expect(await confirm(caller, code)).toMatchObject({ status: 400, body: WRONG });
    expect(await sendCode(caller)).toMatchObject({ status: 409 });
  });

  test('does not confirm another address, nor the same address of another user', async () => {
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

  test('works for five tries and a quarter of an hour', async () => {
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

  test('is sent once a minute, and five times a day to an address whichever user asks', async () => {
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

  test('is refused without an address and without a mail server, with the reason', async () => {
    const { caller } = await world.partner();
    expect(await sendCode(caller)).toMatchObject({
      status: 409,
      body: { detail: 'В профиле нет почты. Сначала укажите ее.' },
    });
    const silent = await createWorld();
    ok(await silent.boss.patch(ME, { email: address(), password: silent.password }));
    expect(await silent.boss.post('/api/accounts/email/code/', { password: silent.password })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('почта пока не подключена') },
    });
    await silent.stop();
  });
});
