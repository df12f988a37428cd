import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OBJECT_KINDS } from '../setup/access-bodies.ts';
import { rawRequest } from '../setup/raw.ts';
import { selectValues } from '../setup/sweep.ts';
import { createWalk, expectNoServerError, titledRoutes, type Walk } from '../setup/walk.ts';

let walk: Walk;
beforeAll(async () => {
  walk = await createWalk();
});
/** Lowest status since the last reset. */
let lowest = 0;
beforeEach(async () => {
  await walk.resetAfter({ status: lowest });
  lowest = 599;
});
afterAll(() => walk.stop());

async function ask(request: Parameters<typeof rawRequest>[1]) {
  const response = await rawRequest(walk.world.server, request);
  lowest = Math.min(lowest, response.status);
  return response;
}

const INVALID_IDS = [
  ...[
    'nonsense',
    '0',
    '-1',
    "'--",
    '%00',
    '%ed%a0%80',
    '%ff',
    '%',
    '%zz',
    '%25',
    '%2f',
    '..%2f..',
    '%20',
    '*',
    ':id',
  ],
  ...['a'.repeat(101), 'a'.repeat(10_000), '00000000-0000-0000-0000-00000000000', '__proto__'],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
];

const send = (entry: (typeof titledRoutes)[number], path: string, body = walk.buildRequest(entry).body) =>
  ask({
    method: entry.route.method,
    path,
    headers: { ...walk.callerFor(entry.route).headers, 'content-type': 'application/json' },
    body: body === undefined ? '' : JSON.stringify(body),
  });

const objectRoutes = titledRoutes.filter(({ route }) => route.params !== undefined);

test.each(objectRoutes.map((entry, index) => ({ ...entry, index })))(
  '$title responds 4xx to invalid ids',
  async ({ index, ...entry }) => {
    for (const name of selectValues(INVALID_IDS, index, 5)) {
      const replacements = Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, name]));
      const { status } = await send(entry, walk.buildRequest(entry, replacements).path);
      expect(status, name.slice(0, 40)).toBeGreaterThanOrEqual(400);
      expect(status, name.slice(0, 40)).toBeLessThan(500);
    }
  },
);

const BEYOND = ['%ff', '%', '%00', '..%2f', 'a/b/c/d', 'a'.repeat(10_000)];
const BODIES = ['{', '"\\ud800"', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'a'.repeat(100_000)].flatMap(
  (body) => ['application/json', 'text/plain'].map((type) => ({ body, type })),
);
const QUERIES = ['%', '%ff=%ff', 'a=%00', '=', '&&&', 'a[]=1&a[b]=2', '__proto__=1', 'a=b;c=d'];

describe.each(titledRoutes.map((entry, index) => ({ ...entry, index })))('$title', ({ index, ...entry }) => {
  test('refuses paths with a suffix', async () => {
    const [path = ''] = walk.buildRequest(entry).path.split('?');
    for (const more of selectValues(BEYOND, index, 2)) {
      const { status } = await send(entry, `${path}${more}`);
      expect([400, 404, 405, 414], more.slice(0, 20)).toContain(status);
    }
  });

  test('responds without a server error to unexpected bodies and parameters', async () => {
    const { path } = walk.buildRequest(entry);
    const caller = walk.callerFor(entry.route).headers;
    const { method } = entry.route;
    for (const { body, type } of selectValues(BODIES, index, 3)) {
      const headers = { ...caller, 'content-type': type };
      expectNoServerError(await ask({ method, path, headers, body }), body.slice(0, 20));
    }
    const mark = path.includes('?') ? '&' : '?';
    for (const query of selectValues(QUERIES, index, 3)) {
      expectNoServerError(await send(entry, `${path}${mark}${query}`), query);
    }
  });

  test('responds 405 to an unsupported method', async () => {
    const { path } = walk.buildRequest(entry);
    const { status } = await ask({ method: 'PUT', path });
    expect(status).toBe(405);
  });
});
