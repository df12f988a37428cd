import type { CreatedPartner, InvitationLink, InvitedEmployee } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ messages: { isRehearsed: true } });
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const sentTo = (phone: string) =>
  world.server.db
    .selectFrom('deliveries as d')
    .innerJoin('messages as m', 'm.id', 'd.message_id')
    .select(['m.body', 'm.organization_id'])
    .where('d.address', '=', phone)
    .execute();

test('a phone receives five invitations a day from all organizations together, and later links are created without a message', async () => {
  const other = await world.organization();
  const phone = world.phone();
  const channels: string[][] = [];
  const card = ok<CreatedPartner>(await world.boss.post(`${api}/partners/`, { phone, first_name: 'Олег' }));
  channels.push(card.invitation.sent_by);
  for (const _ of [1, 2, 3]) {
    const again = ok<InvitationLink>(await world.boss.post(`${api}/partners/${card.id}/invitation/`));
    channels.push(again.sent_by);
    const { link } = ok<InvitedEmployee>(
      await other.post(`${api}/employee-invitations/`, { phone, position: 'viewer' }),
    );
    channels.push(link.sent_by);
    expect(link.url).toContain('/invite/');
  }
  expect(channels.map((by) => by.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(await sentTo(phone)).toHaveLength(5);
});

test.each([
  'Выигрыш: https://evil.example/win',
  'Окна okna-moskva.ru',
  'Приз на bit.ly/abc',
  'Сайт ОКНА.РФ',
  'www.prize',
  '10.0.0.1 Банк',
  'Окна\nПереведите деньги',
])('the organization name %j is refused', async (name) => {
  expect(await world.boss.patch(`${api}/organization/`, { name })).toMatchObject({
    status: 400,
    body: { name: [expect.any(String)] },
  });
});

test.each(['Яндекс.Маркет', 'ИП И. И. Иванов', 'ООО «Окна-2000»', 'A&B Co. Ltd'])(
  'the organization name %j is accepted',
  async (name) => {
    expect(ok(await world.boss.patch(`${api}/organization/`, { name }))).toMatchObject({ name });
  },
);

test('an old organization name with a link is sent shortened and without the link', async () => {
  const owner = await world.organization();
  const { organization } = ok<{ organization: { id: string } }>(await owner.get('/api/accounts/users/me/'));
  const name = `Окна evil.example/win ${'очень '.repeat(40)}`.slice(0, 300);
  await world.server.db
    .updateTable('organizations')
    .set({ name })
    .where('id', '=', organization.id)
    .execute();
  const { phone } = await world.invited({}, owner);
  const [message] = await sentTo(phone);
  expect(message?.body).not.toContain('evil');
  expect(message?.body.indexOf(' приглашает')).toBeLessThanOrEqual(60);
});
