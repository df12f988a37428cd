import { expect, test } from 'vitest';
import { type RouteContract, routes } from './index.ts';
import { openApi } from './openapi.ts';

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

test('the description requires a token exactly for non-public calls', () => {
  for (const { method, path, access } of all) {
    expect(described(path, method)?.security).toHaveLength(access === 'public' ? 0 : 1);
  }
});

test('every parameter of a list is described', () => {
  const names = described('/api/referral/leads/', 'GET')?.parameters.map(({ name }) => name);
  expect(names).toEqual(Object.keys(routes.leads.query.shape));
});

test('the description is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});
