import type { InvitedEmployee, Position, User } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeTo } from '../setup/codes.ts';
import { api, type Caller, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;

let world: World;
beforeAll(async () => {
  world = await createWorld({ messages: { isRehearsed: true } });
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const idOf = async (caller: Caller) => ok<User>(await caller.get('/api/accounts/users/me/')).id;
const invite = async (by: Caller, position: Position) =>
  ok<InvitedEmployee>(
    await by.post(`${api}/employee-invitations/`, { phone: world.phone(), last_name: 'Сидорова', position }),
  );
/** Creates a joined employee with a password. */
async function createEmployee(by: Caller, position: Position) {
  const { link } = await invite(by, position);
  const { access } = ok<{ access: string }>(await world.accept(link.url));
  const caller = createCaller(world.server, access);
  return { id: await idOf(caller), caller };
}
const recover = (by: Caller, id: string) => by.post(`${api}/employees/${id}/recovery/`);
const setPhone = (by: Caller, id: string) =>
  by.post(`${api}/employees/${id}/phone/`, { phone: world.phone() });

describe("an owner's access token", () => {
  test('cannot create a recovery link or set a phone for an owner', async () => {
    const owner = await world.organization();
    const id = await idOf(owner);
    for (const response of [await recover(owner, id), await setPhone(owner, id)])
      expect(response).toMatchObject({ status: 409, body: { code: 'own_account' } });
    expect(ok<User>(await owner.get('/api/accounts/users/me/')).id).toBe(id);
  });

  test('cannot reach the account through a newly invited owner', async () => {
    const owner = await world.organization();
    const id = await idOf(owner);
    const second = await createEmployee(owner, 'owner');
    for (const response of [await recover(second.caller, id), await setPhone(second.caller, id)])
      expect(response).toMatchObject({ status: 409, body: { code: 'new_owner' } });
    world.server.advance(DAY);
    expect((await recover(second.caller, id)).status).toBe(201);
  });

  test('cannot reach the account through a newly promoted employee, and all owners are notified', async () => {
    const owner = await world.organization();
    const id = await idOf(owner);
    const second = await createEmployee(owner, 'manager');
    world.server.advance(2 * DAY);
    ok(await owner.patch(`${api}/employees/${second.id}/`, { position: 'owner' }));
    expect(await recover(second.caller, id)).toMatchObject({ status: 409, body: { code: 'new_owner' } });
    const { results } = ok<{ results: { event: string; text: string }[] }>(await owner.get('/api/messages/'));
    expect(results.filter(({ event }) => event === 'owner_added')).toMatchObject([
      { text: expect.stringContaining('Сидорова') },
    ]);
  });

  test('cannot transfer the organization to a newly invited owner', async () => {
    const owner = await world.organization();
    const id = await idOf(owner);
    const partner = await createEmployee(owner, 'owner');
    world.server.advance(DAY);
    const second = await createEmployee(owner, 'owner');
    for (const other of [id, partner.id])
      for (const response of [
        await second.caller.post(`${api}/employees/${other}/switch-off/`),
        await second.caller.patch(`${api}/employees/${other}/`, { position: 'viewer' }),
      ])
        expect(response).toMatchObject({
          status: 403,
          body: { detail: expect.stringContaining('меньше суток') },
        });
    ok(await owner.post(`${api}/employees/${partner.id}/switch-off/`));
    for (const answer of [
      await owner.patch(`${api}/employees/${id}/`, { position: 'viewer' }),
      await owner.post(`${api}/employees/${id}/switch-off/`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'last_owner' } });
    world.server.advance(DAY);
    ok(await second.caller.post(`${api}/employees/${id}/switch-off/`));
  });

  test('can recover another employee immediately', async () => {
    const owner = await world.organization();
    const employee = await createEmployee(owner, 'manager');
    expect((await recover(owner, employee.id)).status).toBe(201);
  });

  test('leaves no valid recovery link when its owner loses the position', async () => {
    const owner = await world.organization();
    const second = await createEmployee(owner, 'owner');
    const employee = await createEmployee(owner, 'manager');
    world.server.advance(DAY);
    const { url } = ok<{ url: string }>(await recover(second.caller, employee.id));
    ok(await owner.post(`${api}/employees/${second.id}/switch-off/`));
    const input = { token: url.split('/').at(-1), password: 'quite another password' };
    expect((await world.anonymous.post('/api/public/recovery/accept/', input)).status).toBe(404);
  });
});

describe('an access token', () => {
  test('cannot be exchanged for a session by an invitation', async () => {
    const { card, caller } = await world.partner();
    const { invitation } = await world.invited({ phone: card.phone }, await world.organization());
    const joinedAs = ok<{ access: string; refresh: string | null }>(
      await world.accept(invitation.url, {}, caller),
    );
    expect(joinedAs.refresh).toBeNull();
    expect(caller.headers['authorization']).toBe(`Bearer ${joinedAs.access}`);
    const { results } = ok<{ results: object[] }>(await caller.get('/api/accounts/sessions/'));
    expect(results).toHaveLength(1);
  });

  test('cannot be exchanged for a session by an application with another phone', async () => {
    const documents = { offer: 'Договор.', personal_data: 'Согласен.' };
    ok(await world.boss.patch(`${api}/organization/`, { ...documents, withholds_tax: true }));
    const { join_code } = await world.program({ join_policy: 'open' });
    const { caller } = await world.partner();
    const phone = world.phone();
    const { token } = ok<{ token: string }>(
      await world.anonymous.post(`/api/public/join/${join_code}/`, {
        kind: 'individual',
        last_name: 'Сидорова',
        first_name: 'Мария',
        phone,
        offer: true,
        offer_version: 1,
        personal_data: true,
        personal_data_version: 1,
      }),
    );
    const code = await codeTo(world, phone);
    const { access } = ok<{ access: string }>(
      await caller.post('/api/public/applications/confirm/', { token, code, password: world.password }),
    );
    const me = ok<User>(await createCaller(world.server, access).get('/api/accounts/users/me/'));
    expect(me.phone).toBe(phone);
    expect(me.id).not.toBe(await idOf(caller));
    const cards = ok<{ results: { phone: string }[] }>(
      await world.boss.get(`${api}/partners/?search=${phone}`),
    );
    expect(cards.results).toHaveLength(1);
  });
});
