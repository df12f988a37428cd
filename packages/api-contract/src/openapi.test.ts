import { expect, test } from 'vitest';
import { type RouteContract, routes } from './index.ts';
import { openApi } from './openapi.ts';
import { EXAMPLES } from './openapi-examples.ts';
import { getScope } from './scopes.ts';

type Described = { security: unknown[]; parameters: { name: string }[] };
const document = openApi(routes);
const described = (path: string, method: string) =>
  document.paths[path]?.[method.toLowerCase()] as Described | undefined;
const all: RouteContract[] = Object.values(routes);

test('the description has exactly the calls of the contract', () => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(calls.sort()).toEqual(all.map(({ method, path }) => `${method} ${path}`).sort());
});

test('the description requires a token for non-public calls, and names the scope of a key', () => {
  for (const route of all) {
    const { method, path, access } = route;
    const scope = getScope(route);
    const key = scope === undefined ? [] : [{ apiKey: [scope] }];
    expect(described(path, method)?.security).toEqual(access === 'public' ? [] : [{ bearer: [] }, ...key]);
  }
});

test('every body of a call that is open to keys has a valid example', () => {
  const open = (Object.entries(routes) as [string, RouteContract][]).filter(
    ([, route]) => getScope(route) !== undefined && route.body !== undefined,
  );
  expect(Object.keys(EXAMPLES).sort()).toEqual(open.map(([name]) => name).sort());
  for (const [name, { body }] of open) expect(body?.safeParse(EXAMPLES[name]).error, name).toBeUndefined();
});

test('every parameter of a list is described', () => {
  const names = described('/api/referral/leads/', 'GET')?.parameters.map(({ name }) => name);
  expect(names).toEqual(Object.keys(routes.leads.query.shape));
});

test('the description is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});
