import type { CreatedPartner, Invitation, InvitationLink, Partner } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { api, createCaller, createWorld, getInvitationToken, ok, type World } from '../setup/world.ts';

const HOURS = 60 * 60;
const NO_SUCH = { detail: 'Ссылка не действует. Попросите новую у того, кто вас пригласил.' };
const MISMATCH = {
  password: [
    'Пароль не подошел. Если вы уже входили с этим телефоном, введите тот пароль или войдите и откройте ссылку снова.',
  ],
};

let world: World;
let lines: string[];
beforeAll(async () => {
  lines = [];
  world = await createWorld({
    publicUrl: 'https://ref.example.ru',
    invitationsPerHour: 40,
    commonPasswords: true,
    onLog: (line) => lines.push(line),
  });
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const check = (url: string) =>
  world.anonymous.post('/api/public/invitations/check/', { token: getInvitationToken(url) });
const renew = async (id: string, by = world.boss) =>
  ok<InvitationLink>(await by.post(`${api}/partners/${id}/invitation/`));
const revoke = (id: string, by = world.boss) => by.delete(`${api}/partners/${id}/invitation/`);
const cardOf = async (id: string, by = world.boss) => ok<Partner>(await by.get(`${api}/partners/${id}/`));

describe('an invitation link', () => {
  test('shows the organization, the partner and only the last digits of the phone', async () => {
    const { phone, invitation, name } = await world.invited();
    expect(invitation.url).toMatch(/^https:\/\/ref\.example\.ru\/invite\/[\w-]{43}$/);
    expect(ok<Invitation>(await check(invitation.url))).toEqual({
      kind: 'partner',
      position: null,
      name,
      organization: expect.stringContaining('Организация'),
      phone: `+7 916 ***-**-${phone.slice(-2)}`,
      expires_at: invitation.expires_at,
    });
  });

  test('does not show the phone of a card without a name', async () => {
    const { invitation } = await world.invited({ first_name: '', last_name: '' });
    const response = ok<Invitation>(await check(invitation.url));
    expect(response.name).toBe(response.phone);
    expect(response.name).toContain('***');
  });

  test('is stored as a hash, returned once and never logged', async () => {
    const { id, invitation } = await world.invited();
    const token = getInvitationToken(invitation.url);
    await check(invitation.url);
    await world.anonymous.open(`/invite/${token}`);
    await world.anonymous.open(`/invite/${token}/`);
    ok(await world.accept(invitation.url));
    const card = await cardOf(id);
    const rows = await world.server.db.selectFrom('invitations').selectAll().execute();
    const audit = await world.server.db.selectFrom('audit_entries').selectAll().execute();
    await expect.poll(() => lines.join('')).toContain('"path":"/invite/***"');
    for (const stored of [card, rows, audit, lines]) expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('is valid for 72 hours', async () => {
    const { id, invitation } = await world.invited();
    expect(new Date(invitation.expires_at).getTime() - world.server.now().getTime()).toBe(72 * HOURS * 1000);
    expect((await cardOf(id)).invitation).toEqual({ expires_at: invitation.expires_at });
    world.server.advance(72 * HOURS - 1);
    expect((await check(invitation.url)).status).toBe(200);
    world.server.advance(1);
    expect(await check(invitation.url)).toMatchObject({ status: 404, body: NO_SUCH });
    expect(await world.accept(invitation.url)).toMatchObject({ status: 404, body: NO_SUCH });
    expect((await cardOf(id)).invitation).toBeNull();
  });

  test('stops working when it is replaced or revoked', async () => {
    const { id, invitation } = await world.invited();
    const second = await renew(id);
    expect(await check(invitation.url)).toMatchObject({ status: 404, body: NO_SUCH });
    expect((await check(second.url)).status).toBe(200);
    expect((await cardOf(id)).invitation).toEqual({ expires_at: second.expires_at });
    for (let time = 0; time < 2; time += 1) expect((await revoke(id)).status).toBe(204);
    expect(await check(second.url)).toMatchObject({ status: 404, body: NO_SUCH });
    expect(await world.accept(second.url)).toMatchObject({ status: 404, body: NO_SUCH });
    expect((await cardOf(id)).invitation).toBeNull();
  });

  test.each([
    ['a guess', 'A'.repeat(43)],
    ['a path', '../../etc/passwd'],
    ['a thousand characters', 'я'.repeat(1000)],
  ])('gets the same response for %s as the token as for a used one', async (_name, token) => {
    const { invitation } = await world.invited();
    ok(await world.accept(invitation.url));
    for (const secret of [token, getInvitationToken(invitation.url)]) {
      for (const call of ['check', 'accept']) {
        const response = await world.anonymous.post(`/api/public/invitations/${call}/`, {
          token: secret,
          password: world.password,
        });
        expect(response).toMatchObject({ status: 404, body: NO_SUCH });
      }
    }
  });

  test('does not work when its card is archived', async () => {
    const { id, invitation } = await world.invited();
    ok(await world.boss.post(`${api}/partners/${id}/archive/`));
    expect(await check(invitation.url)).toMatchObject({ status: 404, body: NO_SUCH });
    expect(await world.accept(invitation.url)).toMatchObject({ status: 404, body: NO_SUCH });
  });

  test('works again when an archived card is restored, and can be replaced', async () => {
    const cards = [await world.invited(), await world.invited()];
    for (const { id } of cards)
      for (const word of ['archive', 'restore']) ok(await world.boss.post(`${api}/partners/${id}/${word}/`));
    const [stored, renewed] = cards.map(({ id, invitation }) => ({ id, url: invitation.url }));
    if (stored === undefined || renewed === undefined) throw new Error('no card was made');
    const { url } = ok<InvitationLink>(await world.boss.post(`${api}/partners/${renewed.id}/invitation/`));
    expect(await check(renewed.url)).toMatchObject({ status: 404, body: NO_SUCH });
    for (const each of [{ ...stored }, { id: renewed.id, url }]) {
      expect(ok<Partner>(await world.boss.get(`${api}/partners/${each.id}/`)).sign_in).toBe('none');
      ok(await world.accept(each.url));
      const card = ok<Partner>(await world.boss.get(`${api}/partners/${each.id}/`));
      expect(card).toMatchObject({ status: 'active', sign_in: 'on' });
    }
  });

  test('can be created and revoked only for invited cards and only by their organization', async () => {
    const { card } = await world.partner();
    const refusal = { status: 409, body: { code: 'invalid_transition', current: 'active' } };
    expect(await world.boss.post(`${api}/partners/${card.id}/invitation/`)).toMatchObject(refusal);
    expect(await revoke(card.id)).toMatchObject(refusal);
    const other = await world.organization();
    const { id } = await world.invited();
    expect(await other.post(`${api}/partners/${id}/invitation/`)).toMatchObject({ status: 404 });
    expect(await revoke(id, other)).toMatchObject({ status: 404 });
  });
});

describe('a user who accepts an invitation', () => {
  test('gets a partner account with the name of the card and is signed in', async () => {
    const { id, phone, invitation } = await world.invited();
    const { access } = ok<{ access: string }>(await world.accept(invitation.url));
    const me = await createCaller(world.server, access).get('/api/accounts/users/me/');
    expect(me.body).toMatchObject({ phone, role: 'partner', last_name: 'Петров', first_name: 'Олег' });
    expect(await cardOf(id)).toMatchObject({ status: 'active', version: 2, invitation: null });
    await world.signIn(phone);
    const history = ok<{ results: object[] }>(await world.boss.get(`${api}/partners/${id}/history/`));
    expect(history.results[0]).toMatchObject({
      from_status: 'invited',
      to_status: 'active',
      actor: 'Петров О.',
    });
  });

  test('needs the password of an existing account, and a wrong password does not use up the link', async () => {
    const { card } = await world.partner();
    const other = await world.organization();
    const { id, invitation } = await world.invited({ phone: card.phone }, other);
    const wrong = await world.accept(invitation.url, { password: 'quite another word' });
    expect(wrong).toMatchObject({ status: 400, body: MISMATCH });
    expect(await cardOf(id, other)).toMatchObject({ status: 'invited' });
    const { access } = ok<{ access: string }>(await world.accept(invitation.url));
    expect(await cardOf(id, other)).toMatchObject({ status: 'active' });
    const program = await world.program({}, other);
    await world.enroll(program.id, id, other);
    expect(ok(await createCaller(world.server, access).get(`${api}/programs/`))).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ id: program.id })]),
    });
  });

  test('gets the same error for an invalid password with and without an account', async () => {
    const { card } = await world.partner();
    const known = await world.invited({ phone: card.phone }, await world.organization());
    const unknown = await world.invited();
    const responseTo = (secret: object) =>
      Promise.all([known, unknown].map(({ invitation }) => world.accept(invitation.url, secret)));
    for (const password of [undefined, '', 'short', '1234567890', 'петров-и-лодка', 'Ktnj Gtnhjd 1']) {
      const [first, second] = await responseTo({ password });
      expect(first).toMatchObject({ status: 400, body: { password: [expect.stringMatching(/^[А-Я]/)] } });
      expect(second?.body).toEqual(first?.body);
    }
    const own = await Promise.all(
      [known, unknown].map(({ invitation, phone }) =>
        world.accept(invitation.url, { password: `8${phone.slice(2)}` }),
      ),
    );
    for (const { body } of own)
      expect(body).toEqual({ password: ['Пароль не должен содержать ваш номер телефона.'] });
  });

  test('shares the limit of failed passwords with the sign-in', async () => {
    const { card } = await world.partner();
    const { invitation } = await world.invited({ phone: card.phone }, await world.organization());
    const guess = () => world.accept(invitation.url, { password: 'quite another word' });
    for (let time = 0; time < 5; time += 1) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
    expect((await world.accept(invitation.url)).status).toBe(429);
    const { login } = createClient(world.server);
    expect((await login({ phone: card.phone, password: world.password })).status).toBe(429);
  });

  test('is refused when the account is switched off', async () => {
    const { card } = await world.partner();
    const { invitation } = await world.invited({ phone: card.phone }, await world.organization());
    await world.server.setActive(await world.server.findUser(card.phone), false);
    expect(await world.accept(invitation.url)).toMatchObject({ status: 400, body: MISMATCH });
  });

  test('needs no password in their own session', async () => {
    const { card, caller } = await world.partner();
    const other = await world.organization();
    const { id, invitation } = await world.invited({ phone: card.phone }, other);
    const { access } = ok<{ access: string }>(await world.accept(invitation.url, { password: '1' }, caller));
    expect((await createCaller(world.server, access).get('/api/accounts/users/me/')).body).toMatchObject({
      phone: card.phone,
    });
    expect(await cardOf(id, other)).toMatchObject({ status: 'active' });
  });

  test('gets 401 with an ended session, and the link stays valid', async () => {
    const { card, caller } = await world.partner();
    const { invitation } = await world.invited({ phone: card.phone }, await world.organization());
    await world.server.revokeSessions(await world.server.findUser(card.phone));
    expect(await world.accept(invitation.url, {}, caller)).toMatchObject({ status: 401 });
    expect((await check(invitation.url)).status).toBe(200);
  });

  test('is refused as an employee, and learns the reason only with the right password or session', async () => {
    const phone = world.phone();
    const { password } = world;
    await world.server.createUser({ phone, password, role: 'organization' });
    const { invitation } = await world.invited({ phone });
    const wrong = await world.accept(invitation.url, { password: 'quite another word' });
    expect(wrong).toMatchObject({ status: 400, body: MISMATCH });
    const refusal = { status: 409, body: { detail: expect.stringContaining('сотрудника компании') } };
    expect(await world.accept(invitation.url)).toMatchObject(refusal);
    expect(await world.accept(invitation.url, {}, await world.signIn(phone))).toMatchObject(refusal);
    expect((await check(invitation.url)).status).toBe(200);
  });
});

test('an organization can create 40 invitation links an hour for new and existing cards together', async () => {
  const by = await world.organization();
  const { id } = await world.invited({}, by);
  for (let count = 1; count < 40; count += 1) await renew(id, by);
  expect((await by.post(`${api}/partners/${id}/invitation/`)).status).toBe(429);
  const another = await by.post(`${api}/partners/`, { phone: world.phone() });
  expect(another).toMatchObject({
    status: 429,
    body: { detail: expect.stringContaining('Повторите через') },
  });
  expect((await world.boss.post(`${api}/partners/`, { phone: world.phone() })).status).toBe(201);
  world.server.advance(HOURS);
  ok<CreatedPartner>(await by.post(`${api}/partners/`, { phone: world.phone() }));
});

test('one client address can open sixty invitation links in 15 minutes', async () => {
  const { invitation } = await world.invited();
  for (let time = 0; time < 60; time += 1) expect((await check(invitation.url)).status).toBe(200);
  expect((await check(invitation.url)).status).toBe(429);
});
