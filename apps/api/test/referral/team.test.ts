import {
  type Employee,
  getPermissions,
  type Invitation,
  type InvitedEmployee,
  type Partner,
  type Payment,
  type Position,
  type RecoveryLink,
  type Team,
  type User,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import {
  api,
  approve as approvePayment,
  type Caller,
  createCaller,
  createWorld,
  ok,
  type World,
} from '../setup/world.ts';

const HOUR = 60 * 60;
const NO_SUCH = { detail: 'Ссылка не действует. Попросите новую у того, кто вас пригласил.' };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const teamOf = async (by = world.boss) => ok<Team>(await by.get(`${api}/employees/`));
const invite = async (more: object = {}, by = world.boss) =>
  ok<InvitedEmployee>(
    await by.post(`${api}/employee-invitations/`, {
      phone: world.phone(),
      last_name: 'Сидорова',
      position: 'manager',
      ...more,
    }),
  );
const check = (url: string) =>
  world.anonymous.post('/api/public/invitations/check/', { token: url.split('/').at(-1) });

/** Creates a joined employee. @returns the employee and a client. */
async function createEmployee(position: Position, by = world.boss) {
  const { link, phone } = await invite({ position }, by);
  const { access } = ok<{ access: string }>(await world.accept(link.url));
  const { id } = await world.server.findUser(phone);
  return { id, phone, caller: createCaller(world.server, access) };
}
const switchOff = (id: string, by = world.boss) => by.post(`${api}/employees/${id}/switch-off/`);
const switchOn = (id: string, by = world.boss) => by.post(`${api}/employees/${id}/switch-on/`);
const login = (phone: string, password = world.password) =>
  createClient(world.server).login({ phone, password });
const tokenOf = (url: string) => url.split('/').at(-1) ?? '';

describe('an invited employee', () => {
  test('sees the organization and the position, sets a password and can work', async () => {
    const { link, phone } = await invite({ first_name: 'Ольга', position: 'accountant' });
    expect(ok<Invitation>(await check(link.url))).toMatchObject({
      kind: 'employee',
      position: 'accountant',
      name: 'Сидорова Ольга',
      phone: `+7 916 ***-**-${phone.slice(-2)}`,
    });
    const { access } = ok<{ access: string }>(await world.accept(link.url));
    const me = ok<User>(await createCaller(world.server, access).get('/api/accounts/users/me/'));
    expect(me).toMatchObject({ role: 'organization', position: 'accountant', last_name: 'Сидорова', phone });
    expect(me.permissions).toEqual(getPermissions('accountant'));
    expect(me.organization?.id).toBe(
      ok<User>(await world.boss.get('/api/accounts/users/me/')).organization?.id,
    );
  });

  test('is listed as invited until the link is used, and then as an employee', async () => {
    const { id, link, phone } = await invite();
    const pendingInvitation = (await teamOf()).invitations.find((one) => one.id === id);
    expect(pendingInvitation).toMatchObject({ phone, position: 'manager', is_expired: false });
    expect(JSON.stringify(pendingInvitation)).not.toContain(tokenOf(link.url));
    ok(await world.accept(link.url));
    const team = await teamOf();
    expect(team.invitations.some((one) => one.id === id)).toBe(false);
    expect(team.results.find((one) => one.phone === phone)).toMatchObject({
      position: 'manager',
      status: 'active',
    });
  });

  test('has one link, which stops working when it is replaced, revoked or 72 hours old', async () => {
    const first = await invite();
    const again = await invite({ phone: first.phone });
    expect(await check(first.link.url)).toMatchObject({ status: 404, body: NO_SUCH });
    const third = ok<InvitedEmployee>(
      await world.boss.post(`${api}/employee-invitations/${again.id}/renew/`),
    );
    expect(third).toMatchObject({
      id: again.id,
      phone: first.phone,
      position: 'manager',
      last_name: 'Сидорова',
    });
    expect((await check(again.link.url)).status).toBe(404);
    expect((await world.boss.delete(`${api}/employee-invitations/${third.id}/`)).status).toBe(204);
    expect((await check(third.link.url)).status).toBe(404);
    expect(await world.accept(third.link.url)).toMatchObject({ status: 404, body: NO_SUCH });
    const late = await invite();
    world.server.advance(72 * HOUR);
    expect((await check(late.link.url)).status).toBe(404);
    expect((await teamOf()).invitations.find(({ id }) => id === late.id)?.is_expired).toBe(true);
    ok(await world.boss.post(`${api}/employee-invitations/${late.id}/renew/`));
  });

  test('can use the link once, even with concurrent requests', async () => {
    const { link } = await invite();
    const responses = await Promise.all([1, 2, 3].map(() => world.accept(link.url)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      (await teamOf()).results.filter(({ last_name }) => last_name === 'Сидорова').length,
    ).toBeGreaterThan(0);
  });

  test('is refused with the reason when the account is of a partner or of another company, and the invitation does not reveal it', async () => {
    const { card, caller: partner } = await world.partner();
    const asPartner = await invite({ phone: card.phone });
    expect(await world.accept(asPartner.link.url, {}, partner)).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    });
    const other = await world.organization();
    const otherEmployee = await createEmployee('viewer', other);
    const fromHere = await invite({ phone: otherEmployee.phone });
    expect(Object.keys(fromHere)).toEqual(Object.keys(await invite()));
    expect(await world.accept(fromHere.link.url, {}, otherEmployee.caller)).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    });
    expect(ok<User>(await otherEmployee.caller.get('/api/accounts/users/me/')).position).toBe('viewer');
  });

  test('cannot join in the session of another user', async () => {
    const { link } = await invite();
    const { caller } = await world.partner();
    expect((await world.accept(link.url, {}, caller)).status).toBe(403);
    expect((await check(link.url)).status).toBe(200);
  });

  test('cannot be invited again after joining', async () => {
    const { phone, id } = await createEmployee('viewer');
    const again = await world.boss.post(`${api}/employee-invitations/`, { phone, position: 'owner' });
    expect(again).toMatchObject({ status: 409, body: { code: 'in_use' } });
    ok(await switchOff(id));
    expect((await world.boss.post(`${api}/employee-invitations/`, { phone, position: 'owner' })).status).toBe(
      409,
    );
  });

  test('cannot be seen, renewed or revoked by another organization', async () => {
    const other = await world.organization();
    const { id, link } = await invite();
    expect(JSON.stringify(await teamOf(other))).not.toContain(id);
    expect((await other.post(`${api}/employee-invitations/${id}/renew/`)).status).toBe(404);
    expect((await other.delete(`${api}/employee-invitations/${id}/`)).status).toBe(404);
    expect((await check(link.url)).status).toBe(200);
  });
});

describe('the position of an employee', () => {
  test('takes effect from the next call', async () => {
    const { id, caller } = await createEmployee('viewer');
    expect((await caller.post(`${api}/programs/`, { name: 'Программа' })).status).toBe(403);
    ok(await world.boss.patch(`${api}/employees/${id}/`, { position: 'manager' }));
    expect((await caller.post(`${api}/programs/`, { name: 'Программа' })).status).toBe(201);
  });

  test('is one of four values', async () => {
    const { id } = await createEmployee('viewer');
    for (const body of [{ position: 'admin' }, {}, { position: null }])
      expect((await world.boss.patch(`${api}/employees/${id}/`, body)).status).toBe(400);
  });

  test('cannot be taken from the last owner, even by concurrent requests', async () => {
    const founder = await world.organization();
    const { id: own } = ok<User>(await founder.get('/api/accounts/users/me/'));
    const demote = (id: string, by: Caller) => by.patch(`${api}/employees/${id}/`, { position: 'viewer' });
    expect(await demote(own, founder)).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    expect(await switchOff(own, founder)).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    const second = await createEmployee('owner', founder);
    const responses = await Promise.all([demote(second.id, founder), demote(own, second.caller)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    const owners = await world.server.db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [own, second.id])
      .where('position', '=', 'owner')
      .execute();
    expect(owners).toHaveLength(1);
  });
});

describe('a switched-off employee', () => {
  test('loses all sessions at once and cannot sign in until switched on', async () => {
    const { id, phone, caller } = await createEmployee('manager');
    const other = ok<{ access: string; refresh: string }>(await login(phone));
    expect(ok<Employee>(await switchOff(id)).status).toBe('off');
    for (const one of [caller, createCaller(world.server, other.access)])
      expect((await one.get(`${api}/programs/`)).status).toBe(401);
    expect((await createClient(world.server).refresh(other.refresh)).status).toBe(401);
    expect((await login(phone)).status).toBe(401);
    await world.server.resetLimits();
    expect(ok<Employee>(await switchOn(id)).status).toBe('active');
    expect((await login(phone)).status).toBe(200);
  });

  test('cannot return with an existing recovery link', async () => {
    const { id } = await createEmployee('manager');
    const link = ok<RecoveryLink>(await world.boss.post(`${api}/employees/${id}/recovery/`));
    ok(await switchOff(id));
    expect((await world.boss.post(`${api}/employees/${id}/recovery/`)).status).toBe(409);
    const input = { token: tokenOf(link.url), password: 'quite another password' };
    expect((await world.anonymous.post('/api/public/recovery/accept/', input)).status).toBe(404);
  });

  test('can join another organization, and the first one can no longer change them', async () => {
    const { id, phone } = await createEmployee('manager');
    ok(await switchOff(id));
    const other = await world.organization();
    const { link } = await invite({ phone, position: 'accountant' }, other);
    const { access } = ok<{ access: string }>(await world.accept(link.url));
    const me = ok<User>(await createCaller(world.server, access).get('/api/accounts/users/me/'));
    expect(me.position).toBe('accountant');
    expect(me.organization?.id).toBe(ok<User>(await other.get('/api/accounts/users/me/')).organization?.id);
    expect((await switchOff(id)).status).toBe(404);
  });
});

describe('a partner switched off by the only organization', () => {
  test('loses access at once and regains it when switched on, and the card stays unchanged', async () => {
    const { card, caller } = await world.partner();
    const disabledCard = ok<Partner>(await world.boss.post(`${api}/partners/${card.id}/switch-off/`));
    expect(disabledCard).toMatchObject({ sign_in: 'off', status: 'active' });
    expect((await caller.get(`${api}/leads/`)).status).toBe(401);
    expect((await login(card.phone)).status).toBe(401);
    await world.server.resetLimits();
    expect(ok<Partner>(await world.boss.post(`${api}/partners/${card.id}/switch-on/`)).sign_in).toBe('on');
    expect((await login(card.phone)).status).toBe(200);
  });

  test('cannot be switched off before joining', async () => {
    const card = await world.invited();
    expect(card.sign_in).toBe('none');
    expect((await world.boss.post(`${api}/partners/${card.id}/switch-off/`)).status).toBe(409);
  });
});

describe('a recovery link', () => {
  const accept = (url: string, password = 'quite another password') =>
    world.anonymous.post('/api/public/recovery/accept/', { token: tokenOf(url), password });

  test('sets a new password once, ends all sessions and signs in', async () => {
    const { card, caller } = await world.partner();
    const link = ok<RecoveryLink>(await world.boss.post(`${api}/partners/${card.id}/recovery/`));
    expect(
      ok(await world.anonymous.post('/api/public/recovery/check/', { token: tokenOf(link.url) })),
    ).toEqual({
      phone: `+7 916 ***-**-${card.phone.slice(-2)}`,
      expires_at: link.expires_at,
    });
    const { access } = ok<{ access: string }>(await accept(link.url));
    expect((await createCaller(world.server, access).get(`${api}/leads/`)).status).toBe(200);
    expect((await caller.get(`${api}/leads/`)).status).toBe(401);
    expect((await login(card.phone)).status).toBe(401);
    await world.server.resetLimits();
    expect((await login(card.phone, 'quite another password')).status).toBe(200);
    expect((await accept(link.url, 'a third good password')).status).toBe(404);
  });

  test('requires a valid password and stays valid after a refusal', async () => {
    const { card } = await world.partner();
    const link = ok<RecoveryLink>(await world.boss.post(`${api}/partners/${card.id}/recovery/`));
    expect(await accept(link.url, card.phone)).toMatchObject({
      status: 400,
      body: { password: expect.anything() },
    });
    expect((await accept(link.url, 'short')).status).toBe(400);
    expect((await accept(link.url)).status).toBe(200);
  });

  test('stops working when it is replaced and after a day', async () => {
    const { card } = await world.partner();
    const first = ok<RecoveryLink>(await world.boss.post(`${api}/partners/${card.id}/recovery/`));
    const second = ok<RecoveryLink>(await world.boss.post(`${api}/partners/${card.id}/recovery/`));
    expect((await accept(first.url)).status).toBe(404);
    world.server.advance(24 * HOUR);
    expect((await accept(second.url)).status).toBe(404);
  });

  test('can be created only by an owner for joined users of their organization', async () => {
    const card = await world.invited();
    expect((await world.boss.post(`${api}/partners/${card.id}/recovery/`)).status).toBe(409);
    const { card: own } = await world.partner();
    const other = await world.organization();
    expect((await other.post(`${api}/partners/${own.id}/recovery/`)).status).toBe(404);
    const { caller: manager } = await createEmployee('manager');
    expect((await manager.post(`${api}/partners/${own.id}/recovery/`)).status).toBe(403);
  });
});

describe('a user of two organizations', () => {
  const refused = { status: 409, body: { code: 'out_of_reach' } };
  const changes = (card: { id: string }, by: Caller) =>
    Promise.all(['recovery', 'switch-off'].map((word) => by.post(`${api}/partners/${card.id}/${word}/`)));

  test('cannot be recovered or switched off by either of them', async () => {
    const other = await world.organization();
    const { card, caller } = await world.partner();
    const second = await world.invited({ phone: card.phone }, other);
    // An open invitation of the second organization is enough.
    for (const response of await changes(card, world.boss)) expect(response).toMatchObject(refused);
    ok(await world.accept(second.invitation.url, {}, caller));
    for (const answer of await changes(card, world.boss)) expect(answer).toMatchObject(refused);
    for (const answer of await changes(second, other)) expect(answer).toMatchObject(refused);
    expect((await caller.get(`${api}/leads/`)).status).toBe(200);
  });

  test('cannot be recovered with a link created before the second invitation', async () => {
    const other = await world.organization();
    const { card } = await world.partner();
    const link = ok<RecoveryLink>(await world.boss.post(`${api}/partners/${card.id}/recovery/`));
    await world.invited({ phone: card.phone }, other);
    const input = { token: tokenOf(link.url), password: 'quite another password' };
    expect(await world.anonymous.post('/api/public/recovery/accept/', input)).toMatchObject(refused);
    expect((await login(card.phone)).status).toBe(200);
  });

  test('cannot be recovered as an employee after an invitation by another organization', async () => {
    const other = await world.organization();
    const { id, phone } = await createEmployee('manager');
    await invite({ phone }, other);
    expect(await world.boss.post(`${api}/employees/${id}/recovery/`)).toMatchObject(refused);
  });
});

describe('in an organization that requires a second approver', () => {
  const MINUTE = 60;
  test('the author of a payment cannot approve it, and another employee can', async () => {
    const founder = await world.organization();
    ok(await founder.patch(`${api}/organization/`, { four_eyes: true }));
    const { card, caller: partner } = await world.partner({}, founder);
    const method = { kind: 'sbp', phone: card.phone, bank: 'Т-Банк' };
    ok(await founder.post(`${api}/partners/${card.id}/payout-methods/`, method));
    world.server.advance(25 * HOUR);
    const bonus = { partner: card.id, kind: 'bonus', amount_kop: 500_000, explanation: 'За встречу' };
    const { caller: accountant } = await createEmployee('accountant', founder);
    const approve = (payment: Payment, by: Caller) => approvePayment(by, `${api}/payments/${payment.id}/`);

    ok(await founder.post(`${api}/accruals/`, bonus));
    world.server.advance(MINUTE);
    const formed = ok<Payment>(await founder.post(`${api}/payments/`, { partner: card.id }));
    expect(await approve(formed, founder)).toMatchObject({ status: 409, body: { code: 'four_eyes' } });
    expect(ok<Payment>(await approve(formed, accountant)).status).toBe('approved');

    ok(await founder.post(`${api}/accruals/`, bonus));
    const requested = ok<Payment>(await partner.post(`${api}/payments/request/`, { partner: card.id }));
    ok(await accountant.post(`${api}/payments/${requested.id}/accept/`));
    expect(await approve(requested, accountant)).toMatchObject({ status: 409, body: { code: 'four_eyes' } });
    expect(ok<Payment>(await approve(requested, founder)).status).toBe('approved');
  });
});
