import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import type { TestDatabase } from '../../src/testing/databases.ts';
import { testSettings } from '../../src/testing/options.ts';
import { DEMO_PEOPLE, startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { emptyDatabase } from '../setup/empty-database.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ people: [] });
});
afterAll(() => server.stop());

describe('a new user', () => {
  test('gets a time-ordered id and a normalized phone, and may have no role and no name', async () => {
    const user = await server.createUser({
      phone: '8 (916) 123-45-67',
      password: 'long password',
      role: null,
    });
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
      phone: '+79161234567',
      role: null,
      first_name: '',
      last_name: '',
      father_name: '',
      email: '',
      is_email_confirmed: false,
    });
  });

  test('is refused with the phone of another user in any format', async () => {
    const again = server.createUser({ phone: '7 916 123 45 67', password: 'long password', role: 'partner' });
    await expect(again).rejects.toThrow('Номер +79161234567 уже занят.');
  });

  test.each([
    ['short phone', { phone: '112' }],
    ['phone of another country', { phone: '+375 29 123-45-67' }],
    ['phone with an unassigned code', { phone: '+7 512 345-67-89' }],
    ['short password', { password: 'short' }],
    ['password with leading and trailing spaces', { password: ' long password ' }],
    ['too long name', { last_name: 'я'.repeat(151) }],
    ['e-mail', { email: 'nothing' }],
  ])('is refused for an invalid value: %s', async (_what, invalid) => {
    const person = { phone: '+79160000000', password: 'long password', role: null, ...invalid };
    await expect(server.createUser(person)).rejects.toThrow(/[а-я]/);
  });
});

describe('a new user of an existing organization', () => {
  const person = { phone: '+79160000001', password: 'long password' };

  test.each(['nonsense', '00000000-0000-7000-8000-000000000000'])(
    'is refused when no organization has the id %s',
    async (organization) => {
      const entering = server.createUser({ ...person, role: 'organization', organization });
      await expect(entering).rejects.toThrow(`Организации «${organization}» нет.`);
    },
  );

  test.each(['partner', null] as const)('cannot have the role %s', async (role) => {
    const owner = { phone: '+79160000002', password: 'long password', role: 'organization' } as const;
    await server.createUser(owner).catch(() => undefined);
    const { organization_id } = await server.findUser(owner.phone);
    const entering = server.createUser({ ...person, role, organization: organization_id ?? '' });
    await expect(entering).rejects.toThrow('В организации работают только люди с ролью organization.');
  });
});

describe('the initial users', () => {
  const welcome = ({ db }: TestDatabase) => {
    const { accounts } = buildApp({ db, clock: () => new Date(), fetch, settings: testSettings({}) });
    return accounts.people.welcome(DEMO_PEOPLE);
  };
  const phones = async ({ db }: TestDatabase) =>
    (await db.selectFrom('users').select('phone').orderBy('phone').execute()).map(({ phone }) => phone);

  test('are created once when several processes start on an empty database', async () => {
    const database = await emptyDatabase();
    await Promise.all(Array.from({ length: 4 }, () => welcome(database)));
    expect(await phones(database)).toEqual(DEMO_PEOPLE.map(({ phone }) => phone));
  });

  test('are not created when the database has users', async () => {
    const database = await emptyDatabase();
    const other = await startTestServer({
      database,
      people: [{ phone: '+79161234567', password: 'long password', role: null }],
    });
    await welcome(database);
    expect(await phones(database)).toEqual(['+79161234567']);
    await other.stop();
  });
});

test('a password hashed with older parameters is rehashed at sign-in and stays valid', async () => {
  const database = { db: server.db, drop: async () => undefined };
  const strongerServer = await startTestServer({
    people: [],
    database,
    passwords: { memoryKib: 128, passes: 1 },
  });
  await server.createUser({ phone: '+79161111111', password: 'long password', role: null });
  const client = createClient(strongerServer);
  const hash = async () => (await server.findUser('+79161111111')).password_hash;
  expect(await hash()).toContain('m=64,');
  for (let round = 0; round < 2; round += 1) {
    const response = await client.login({ phone: '+79161111111', password: 'long password' });
    expect(response).toMatchObject({ status: 200 });
    expect(await hash()).toContain('m=128,');
  }
  await strongerServer.stop();
});
