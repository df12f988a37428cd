import type { JoinPage, Organization, ReferralPage, User } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSupport } from '../../src/organization/support.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const OWN = `${api}/organization/`;
const ME = '/api/accounts/users/me/';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

test('pages without an organization show the support address of the only organization, or of the server when there are two', async () => {
  const current = () => createSupport(world.server.db, 'mailto:server@example.ru').current();
  expect(await current()).toBe('mailto:server@example.ru');
  ok(await world.boss.patch(OWN, { support_url: 'help@example.ru' }));
  expect(await current()).toBe('mailto:help@example.ru');
  await world.organization();
  expect(await current()).toBe('mailto:server@example.ru');
});

test.each([
  ['help@example.ru', 'mailto:help@example.ru'],
  ['mailto:help@example.ru', 'mailto:help@example.ru'],
  ['8 (495) 123-45-67', 'tel:+74951234567'],
  ['https://t.me/firma', 'https://t.me/firma'],
  ['', ''],
])('the support address %j of an organization becomes the link %j', async (address, link) => {
  expect(ok<Organization>(await world.boss.patch(OWN, { support_url: address })).support_url).toBe(link);
});

test.each(['javascript:alert(1)', 'help', 'mailto:', 'ftp://example.ru', 'https://'])(
  'the support address %j is refused',
  async (address) => {
    expect(await world.boss.patch(OWN, { support_url: address })).toMatchObject({
      status: 400,
      body: { support_url: [expect.stringContaining('Введите почту, телефон')] },
    });
  },
);

test('only an owner can change the support address, and the journal records the change', async () => {
  for (const position of ['manager', 'accountant', 'viewer'] as const) {
    const employee = await world.employee(position);
    expect((await employee.patch(OWN, { support_url: 'a@example.ru' })).status).toBe(403);
  }
  ok(await world.boss.patch(OWN, { support_url: 'journal@example.ru' }));
  const { results } = ok<{ results: object[] }>(await world.boss.get(`${api}/journal/?kind=organization`));
  expect(JSON.stringify(results)).toContain('Техподдержка');
});

test('employees, partners and public pages can read the support address', async () => {
  const { name } = ok<Organization>(await world.boss.patch(OWN, { support_url: 'help@example.ru' }));
  ok(await world.boss.patch(OWN, { offer: 'Договор.', personal_data: 'Согласен.' }));
  const program = await world.program();
  const { card, caller } = await world.partner();
  const link = await world.enroll(program.id, card.id);
  for (const person of [world.boss, caller])
    expect(ok<User>(await person.get(ME)).support).toEqual([
      { organization: name, url: 'mailto:help@example.ru' },
    ]);
  const page = ok<ReferralPage>(await world.anonymous.get(`/api/public/ref/${link.code}/`));
  expect(page.organization.support_url).toBe('mailto:help@example.ru');
  const join = ok<JoinPage>(await world.anonymous.get(`/api/public/join/${program.join_code}/`));
  expect(join.organization.support_url).toBe('mailto:help@example.ru');
  const site = await (await fetch(`${world.server.url}/ref/${link.code}`)).text();
  expect(site).toContain('<a href="mailto:help@example.ru">help@example.ru</a>');
});
