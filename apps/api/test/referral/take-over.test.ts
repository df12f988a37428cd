import type { CreatedPartner, Lead, Page, Partner } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api, type Caller, createCaller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
/** Two independent organizations. */
let a: Caller;
let b: Caller;
beforeAll(async () => {
  world = await createWorld();
  [a, b] = [world.boss, await world.organization()];
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

type Joined = { caller: Caller };
const acceptInvitation = async (...args: Parameters<World['accept']>): Promise<Joined> => ({
  caller: createCaller(world.server, ok<{ access: string }>(await world.accept(...args)).access),
});
const statusOf = async (by: Caller, { id }: CreatedPartner) =>
  ok<Partner>(await by.get(`${api}/partners/${id}/`)).status;
/** Creates a lead of a partner. */
async function leadFor(by: Caller, card: CreatedPartner): Promise<Lead> {
  const program = await world.program({}, by);
  await world.enroll(program.id, card.id, by);
  return world.lead(program.id, { partner: card.id }, by);
}
const sees = async (caller: Caller, { id }: Lead) =>
  ok<Page<Lead>>(await caller.get(`${api}/leads/`)).results.some((lead) => lead.id === id);
const takesPayment = (caller: Caller, { id }: CreatedPartner) =>
  caller.post(`${api}/partners/${id}/payout-methods/`, { kind: 'sbp', phone: '+79161112233', bank: 'Банк' });

test('creating a card gives the same response for an unknown phone and for phones of a partner, an employee and a user without a role', async () => {
  const partner = (await world.partner({}, b)).card.phone;
  const [employee, roleless] = [world.phone(), world.phone()];
  const { password } = world;
  await world.server.createUser({ phone: employee, password, role: 'organization' });
  await world.server.createUser({ phone: roleless, password, role: null });
  for (const phone of [partner, employee, roleless]) {
    const unknown = await a.post(`${api}/partners/`, { phone: world.phone() });
    const known = await a.post(`${api}/partners/`, { phone });
    expect(known.status).toBe(201);
    const shapeOf = ({ body }: typeof known) => {
      const { id, phone: own, name, created_at, updated_at, invitation, ...rest } = body as CreatedPartner;
      return { ...rest, keys: Object.keys(body as object), link: Object.keys(invitation) };
    };
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
    expect(known.body).toMatchObject({ status: 'invited' });
    const { id } = known.body as CreatedPartner;
    const { user_id } = await world.server.db
      .selectFrom('partners')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(user_id).toBeNull();
  }
});

describe('the first organization that invites a phone', () => {
  test('cannot read data of the second one by joining with its own link', async () => {
    const phone = world.phone();
    const first = await world.invited({ phone }, a);
    // The organization does not send the link and joins with it itself.
    const attacker = await acceptInvitation(first.invitation.url, { password: 'the word of a thief' });
    const second = await world.invited({ phone }, b);
    const lead = await leadFor(b, second);
    expect(await statusOf(b, second)).toBe('invited');
    expect(await sees(attacker.caller, lead)).toBe(false);
    expect((await takesPayment(attacker.caller, second)).status).toBe(404);
    const again = await world.signIn(phone, 'the word of a thief');
    expect(await sees(again, lead)).toBe(false);
    expect((await takesPayment(again, second)).status).toBe(404);
    expect(await statusOf(b, second)).toBe('invited');
  });

  test('cannot read data of a user who accepts only the second invitation', async () => {
    const phone = world.phone();
    const [first, second] = [await world.invited({ phone }, a), await world.invited({ phone }, b)];
    const lead = await leadFor(b, second);
    const person = await acceptInvitation(second.invitation.url);
    expect(await sees(person.caller, lead)).toBe(true);
    expect(await statusOf(a, first)).toBe('invited');
    expect((await takesPayment(person.caller, first)).status).toBe(404);
    // The first link requires the password of the user.
    expect((await world.accept(first.invitation.url, { password: 'the word of a thief' })).status).toBe(400);
    expect(await statusOf(a, first)).toBe('invited');
    ok(await world.accept(first.invitation.url));
    expect(await statusOf(a, first)).toBe('active');
    expect(ok<Page<object>>(await a.get(`${api}/leads/?search=${lead.number}`)).results).toEqual([]);
  });

  test('loses nothing to the second one', async () => {
    const phone = world.phone();
    const first = await world.invited({ phone }, a);
    const lead = await leadFor(a, first);
    const person = await acceptInvitation(first.invitation.url);
    const second = await world.invited({ phone }, b);
    expect((await world.accept(second.invitation.url, { password: 'the word of a thief' })).status).toBe(400);
    expect(await sees(person.caller, lead)).toBe(true);
    expect(await statusOf(b, second)).toBe('invited');
  });
});

describe('an invitation link', () => {
  test('is not accepted by a sign-in', async () => {
    const { card } = await world.partner({}, a);
    const second = await world.invited({ phone: card.phone }, b);
    await world.signIn(card.phone);
    expect(await statusOf(b, second)).toBe('invited');
  });

  test('is refused to another user and stays valid', async () => {
    const { caller: stranger } = await world.partner({}, a);
    const card = await world.invited({}, b);
    for (const by of [stranger, a, b]) {
      const response = await world.accept(card.invitation.url, {}, by);
      expect(response).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining('другого номера') },
      });
    }
    expect(await statusOf(b, card)).toBe('invited');
    await acceptInvitation(card.invitation.url);
    expect(await statusOf(b, card)).toBe('active');
  });

  test('works once', async () => {
    const card = await world.invited({}, b);
    const person = await acceptInvitation(card.invitation.url);
    for (const by of [world.anonymous, person.caller])
      expect((await world.accept(card.invitation.url, undefined, by)).status).toBe(404);
  });
});
