import {
  getPermissions,
  type Lead,
  type Payment,
  PERMISSIONS,
  POSITIONS,
  type Position,
  type StaffRoute,
  type User,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roleRoutes } from '../setup/access.ts';
import { bypassTriggers } from '../setup/force.ts';
import { selectCases } from '../setup/sweep.ts';
import { createWalk, type Walk } from '../setup/walk.ts';
import { api, type Caller, ok } from '../setup/world.ts';

let walk: Walk;
let people: Record<Position, Caller>;
beforeAll(async () => {
  walk = await createWalk();
  const { boss, employee } = walk.world;
  people = {
    owner: boss,
    manager: await employee('manager'),
    accountant: await employee('accountant'),
    viewer: await employee('viewer'),
  };
});
afterAll(() => walk.stop());

const staffRoutes = roleRoutes.filter(({ route }) => route.access.includes('organization'));

test('the permissions table lists exactly the routes of an organization', () => {
  expect(Object.keys(PERMISSIONS).sort()).toEqual(staffRoutes.map(({ name }) => name).sort());
});

const inEveryPosition = staffRoutes.flatMap((entry) => POSITIONS.map((position) => ({ ...entry, position })));

/** Only the author and owners may call these routes, and the objects here belong to an owner. */
const AUTHOR_ONLY: readonly StaffRoute[] = ['deleteLeadComment'];

/** The positions for these routes depend on the kind of the import. This one has leads: owners and managers. */
const IMPORTS = [
  ...['imports', 'createImport', 'import', 'importRows'],
  ...[
    'chooseImportHeader',
    'checkImport',
    'runImport',
    'cancelImport',
    'importUndo',
    'undoImport',
    'refusedRows',
  ],
];

test.each(selectCases(inEveryPosition))(
  'the permissions of position $position apply to $name',
  async ({ position, ...entry }) => {
    const { path, body } = walk.buildRequest(entry);
    const { status } = await people[position].send(entry.route.method, path, body);
    const name = entry.name as StaffRoute;
    const isAllowed =
      PERMISSIONS[name].includes(position) &&
      (position === 'owner' || !AUTHOR_ONLY.includes(name)) &&
      (position !== 'accountant' || !IMPORTS.includes(name));
    if (isAllowed) expect([401, 403]).not.toContain(status);
    else expect(status).toBe(403);
    await walk.resetAfter({ status });
  },
);

describe.each(POSITIONS)('an employee of position %s', (position) => {
  test('reads their position, organization and permissions', async () => {
    const me = ok<User>(await people[position].get('/api/accounts/users/me/'));
    expect(me).toMatchObject({ role: 'organization', position, permissions: getPermissions(position) });
    expect(me.organization?.name).toMatch(/^Организация/);
    expect(ok(await people[position].patch('/api/accounts/users/me/', { first_name: 'Анна' }))).toMatchObject(
      {
        first_name: 'Анна',
        position,
        permissions: getPermissions(position),
      },
    );
  });
});

test('a partner has no position and no organization', async () => {
  const { caller } = await walk.world.partner();
  expect(ok(await caller.get('/api/accounts/users/me/'))).toMatchObject({
    role: 'partner',
    position: null,
    organization: null,
    permissions: [],
  });
});

describe('contacts of a lead', () => {
  const contacts = { phone: '+79031234567', email: 'ivan@example.ru', comment: 'Позвоните вечером' };
  let lead: Lead;
  beforeAll(async () => {
    const { id } = await walk.world.program();
    lead = await walk.world.lead(id, contacts);
  });
  const readings = async (caller: Caller) => [
    ok<Lead>(await caller.get(`${api}/leads/${lead.id}/`)),
    ...ok<{ results: Lead[] }>(await caller.get(`${api}/leads/?page_size=100`)).results.filter(
      ({ id }) => id === lead.id,
    ),
  ];
  const found = async (caller: Caller, search: string) =>
    ok<{ results: Lead[] }>(await caller.get(`${api}/leads/?search=${encodeURIComponent(search)}`)).results
      .length;
  const fileOf = async (caller: Caller) =>
    (await caller.open(`${api}/leads/export/?format=csv`, { headers: caller.headers })).text();

  test.each(['owner', 'manager'] as const)('can be read and searched by position %s', async (position) => {
    for (const one of await readings(people[position])) expect(one).toMatchObject(contacts);
    expect(await found(people[position], '9031234567')).toBe(1);
    expect(await fileOf(people[position])).toContain(contacts.email);
  });

  test.each(['accountant', 'viewer'] as const)(
    'can be neither read nor guessed by position %s in lists and exports',
    async (position) => {
      for (const one of await readings(people[position]))
        expect(one).toMatchObject({ phone: '+7 903 ***-**-67', email: '', comment: '' });
      expect(await found(people[position], '9031234567')).toBe(0);
      expect(await found(people[position], 'ivan@example')).toBe(0);
      expect(await found(people[position], lead.number)).toBe(1);
      const file = await fileOf(people[position]);
      for (const secret of Object.values(contacts)) expect(file).not.toContain(secret);
      expect(file).not.toMatch(/903\D*123/);
      expect(file).toContain(lead.number);
    },
  );
});

test('a viewer cannot read the payout account of a payment', async () => {
  await bypassTriggers(walk.world.server, async (trx) => {
    const method = JSON.stringify({
      kind: 'sbp',
      label: 'СБП, Т-Банк',
      bank: 'Т-Банк',
      phone: '+79031112277',
      last4: '',
      bik: '',
      account: '',
    });
    await trx.updateTable('payments').set({ method }).execute();
  });
  const readBy = async (position: Position) =>
    ok<{ results: Payment[] }>(await people[position].get(`${api}/payments/?page_size=100`)).results;
  expect((await readBy('accountant')).some(({ method }) => method !== null)).toBe(true);
  for (const { method } of await readBy('viewer')) expect(method).toBeNull();
});
