import { expect, test } from 'vitest';
import { PERMISSIONS, type StaffRoute } from './permissions.ts';
import { routes } from './routes.ts';
import { POSITIONS, type Position } from './values/roles/roles.ts';

const MONEY =
  /\/(accruals|payments|registries|payout-methods|bank-statements|bank-files|organization\/bank|tax-status|receipts|acts)\//;
const SETTINGS = /\/(organization|banks)\//;
const OWNERS = /\/(employees|employee-invitations|senders|deliveries|journal|api-keys)\//;

const calls = (Object.keys(PERMISSIONS) as StaffRoute[]).map((name) => ({
  name,
  path: routes[name].path,
  isWrite: routes[name].method !== 'GET',
}));
type Call = (typeof calls)[number];

const openTo = (position: Position, of: (call: Call) => boolean) =>
  calls.filter((call) => of(call) && PERMISSIONS[call.name].includes(position)).map(({ name }) => name);

test('an owner may make every call of an organization', () => {
  expect(openTo('owner', () => true)).toEqual(calls.map(({ name }) => name));
});

test('a viewer changes nothing', () => {
  expect(openTo('viewer', ({ isWrite }) => isWrite)).toEqual([]);
});

test('a manager changes neither money nor requisites nor settings of the organization', () => {
  const isClosed = ({ isWrite, path }: Call) => isWrite && (MONEY.test(path) || SETTINGS.test(path));
  expect(openTo('manager', isClosed)).toEqual([]);
});

test('an accountant changes only money, requisites and sales, and imports sales', () => {
  const isClosed = ({ isWrite, path }: Call) =>
    isWrite && !MONEY.test(path) && !/[/-]sales\/|\/imports\//.test(path);
  expect(openTo('accountant', isClosed)).toEqual([]);
});

test.each(POSITIONS.filter((position) => position !== 'owner'))(
  'employees, mail servers, API keys and the journal are closed to position %s',
  (position) => {
    expect(openTo(position, ({ path }) => OWNERS.test(path))).toEqual([]);
  },
);

test('a viewer reads neither requisites nor comments of leads', () => {
  const isPrivate = ({ path }: Call) =>
    /\/(payout-methods|payments\/{id}\/qr|bank-files|comments)\/$/.test(path);
  expect(calls.filter(isPrivate).length).toBeGreaterThan(3);
  expect(openTo('viewer', isPrivate)).toEqual([]);
});
