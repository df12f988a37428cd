import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listFields } from '../setup/fields.ts';
import { selectValues } from '../setup/sweep.ts';
import { createWalk, expectNoServerError, titledRoutes, type Walk } from '../setup/walk.ts';

let walk: Walk;
beforeAll(async () => {
  walk = await createWalk();
});
beforeEach(() => walk.world.server.resetLimits());
afterAll(() => walk.stop());

/** Invalid values by kind. The short form sends one value of each kind to every field. */
const VALUES: readonly (readonly unknown[])[] = [
  [undefined, null, true, false, [], {}],
  [-1, 0, 0.5, 1e300, 99_999_999_999, 2 ** 53],
  ['', ' ', '1e999', '%', "'; drop table leads; --", '__proto__'],
  ['я'.repeat(20_000), 'a\0b', 'a\ud800b', '\u202e', { title: 'a\0b' }],
  ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '2026-02-30'],
  [
    ...[[null], [['a']], Array.from({ length: 2000 }, () => 'a')],
    ...[{ $gt: '' }, { kind: 'tiered', tiers: [{ from: 0, fixed_kop: 1e300 }] }],
  ],
];

const withBody = titledRoutes
  .filter(({ route }) => route.body !== undefined)
  .map((entry) => ({
    ...entry,
    fields: entry.route.body === undefined ? [] : listFields(entry.route.body),
  }));
const everyField = withBody.flatMap(({ fields, ...entry }) =>
  fields.map((field) => ({ ...entry, ...field, entry })),
);

test.each(everyField.map((each, index) => ({ ...each, index })))(
  '$title responds without a server error to invalid values of $name',
  async ({ entry, name, put, index }) => {
    const { method } = entry.route;
    const { path, body } = walk.buildRequest(entry);
    for (const value of VALUES.flatMap((kind) => selectValues(kind, index))) {
      const response = await walk.callerFor(entry.route).send(method, path, { ...body, ...put(value) });
      expectNoServerError(response, `${name} = ${JSON.stringify(value)?.slice(0, 60)}`);
      await walk.resetAfter(response);
    }
  },
);

test.each(everyField.filter(({ name }) => !/password/.test(name)))(
  '$title refuses bidirectional control characters in $name',
  ({ entry, name, put }) => {
    const { body } = walk.buildRequest(entry);
    const { success } = entry.route.body?.safeParse({ ...body, ...put('Иванов\u202eПетр') }) ?? {};
    expect(success, name).toBe(false);
  },
);

// The handlers never receive these bodies, so all calls share one database.
describe.each(withBody)('$title', ({ fields, ...entry }) => {
  const { method } = entry.route;
  const sendText = (body: string, type?: string) => {
    const { path } = walk.buildRequest(entry);
    return walk.callerFor(entry.route).sendText(method, path, body, type);
  };

  test('refuses a body that is not an object', async () => {
    for (const body of ['null', '[]', '"text"', '1', '{', `${'['.repeat(30_000)}${']'.repeat(30_000)}`]) {
      expect((await sendText(body)).status, body.slice(0, 20)).toBe(400);
    }
  });

  test('responds without a server error to deeply nested JSON', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    for (const { name } of fields)
      expectNoServerError(await sendText(`{${JSON.stringify(name)}:${deep}}`), name);
  });

  test('refuses a body above its size limit', async () => {
    const { bodyBytes = 1024 * 1024 } = entry.route;
    expect((await sendText(`{"name":"${'a'.repeat(bodyBytes)}"}`)).status).toBe(413);
  });

  test.each(['text/plain', 'application/xml', 'nonsense', 'image/png; x="y"'])(
    'refuses a body of type %s',
    async (type) => {
      expect((await sendText('{}', type)).status).toBe(415);
    },
  );

  test('refuses an invalid multipart form', async () => {
    expect((await sendText('nonsense', 'multipart/form-data; boundary=x')).status).toBe(400);
  });
});
