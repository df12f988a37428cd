import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { selectValues } from '../setup/sweep.ts';
import { createWalk, expectNoServerError, titledRoutes, type Walk } from '../setup/walk.ts';

let walk: Walk;
beforeAll(async () => {
  walk = await createWalk();
});
// The queries change no data.
beforeEach(() => walk.world.server.resetLimits());
afterAll(() => walk.stop());

const VALUES = [
  ...[
    '',
    'nonsense',
    '%00',
    '%ed%a0%80',
    '%ff',
    '%',
    '1e400',
    '-1',
    '0',
    '99999999999999999999',
    '2026-02-30',
  ],
  ...['0000-01-01', '9999-12-31', 'a'.repeat(3000), "'--", '%25', ',', '__proto__', 'null', 'NaN', '%5B%5D'],
];
const CURSORS = [
  ['-created_at', '2026-01-01T00:00:00.000000Z', 'nonsense', false],
  ['-created_at', 'nonsense', '01a1fdeb-c7d0-7af2-a35c-5de81e743a13', false],
  ['-created_at', '2026-13-41T99:99:99.000000Z', '01a1fdeb-c7d0-7af2-a35c-5de81e743a13', false],
  ['number', 'a', '01a1fdeb-c7d0-7af2-a35c-5de81e743a13', true],
  [],
  null,
  'x',
].map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url'));

const withQuery = titledRoutes.filter(({ route }) => route.query !== undefined);

const withName = withQuery.flatMap((entry) =>
  Object.keys(entry.route.query?.shape ?? {}).map((name) => ({ entry, title: entry.title, name })),
);
const ask = (entry: (typeof withQuery)[number], query: string) => {
  const { path, body } = walk.buildRequest(entry);
  return walk.callerFor(entry.route).send(entry.route.method, `${path.split('?')[0]}?${query}`, body);
};

test.each(withName.map((each, index) => ({ ...each, index })))(
  '$title responds without a server error to invalid values of the parameter $name',
  async ({ entry, name, index }) => {
    for (const value of selectValues(VALUES, index, 5))
      expectNoServerError(await ask(entry, `${name}=${value}`), `${name}=${value.slice(0, 40)}`);
  },
);

test.each(withQuery)('$title refuses repeated and unknown parameters', async (entry) => {
  for (const name of Object.keys(entry.route.query?.shape ?? {}))
    expect((await ask(entry, `${name}=a&${name}=b`)).status, name).toBe(400);
  const refusal = { status: 400, body: { nonsense: ['Неизвестный параметр.'] } };
  expect(await ask(entry, 'nonsense=1')).toMatchObject(refusal);
});

const paged = withQuery.filter(({ route }) => 'cursor' in (route.query?.shape ?? {}));

test.each(paged)('$title refuses forged cursors', async (entry) => {
  const { path } = walk.buildRequest(entry);
  for (const cursor of CURSORS) {
    expect(await walk.callerFor(entry.route).get(`${path}?cursor=${cursor}`)).toMatchObject({ status: 400 });
  }
});
