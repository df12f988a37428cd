import { expect, test } from 'vitest';
import { type RouteContract, routes } from './index.ts';
import { openApi } from './openapi.ts';

const document = openApi(routes) as unknown as {
  openapi: string;
  paths: Record<string, Record<string, { security: unknown[]; parameters: { name: string; in: string }[] }>>;
};
const all: RouteContract[] = Object.values(routes);

test('the description has every call of the table and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(all.map(({ method, path }) => `${method} ${path}`).sort());
});

test('whoever is not public asks for a token there too', () => {
  for (const { method, path, access } of all) {
    expect(document.paths[path]?.[method.toLowerCase()]?.security).toHaveLength(access === 'public' ? 0 : 1);
  }
});

test('every parameter of a list is described', () => {
  const names = document.paths['/api/referral/leads/']?.['get']?.parameters.map(({ name }) => name);
  expect(names).toEqual(Object.keys(routes.leads.query.shape));
});

test('the description is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});
