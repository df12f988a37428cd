import type { Access, Person, Position, Role, RouteContract } from '@referral-dashboard/api-contract';
import { openApi } from '@referral-dashboard/api-contract/openapi';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tooManyCalls, unauthorized } from '../../src/platform/errors.ts';
import { requireJson } from '../../src/platform/http/content/negotiation.ts';
import { handleErrors } from '../../src/platform/http/failures.ts';
import { guard } from '../../src/platform/http/guard.ts';
import { serve } from '../../src/platform/http/route.ts';
import { createHttp } from '../../src/platform/http/server/http.ts';
import { allRoutes, buildRequest } from '../setup/access.ts';
import { OBJECT_KINDS, type Objects } from '../setup/access-bodies.ts';

type Declaration = Exclude<keyof RouteContract, 'method' | 'path' | 'name' | 'response' | 'responses'>;

const ALL_ROLES: Access = ['organization', 'partner'];

/** Alternative values of each route option. `undefined` omits the option. */
const ALTERNATIVES: { [Name in Declaration]-?: readonly RouteContract[Name][] } = {
  access: ['public', 'authenticated', ['organization'], ['partner'], ALL_ROLES],
  params: [undefined],
  query: [undefined, z.object({ other: z.string() })],
  body: [undefined, z.object({ other: z.string() })],
  idempotency: [undefined, 'required', 'optional', 'once'],
  cost: [undefined, 'creation', 'bulk', 'export'],
  status: [200, 201, 202, 204],
  media: [undefined, 'image/svg+xml', ['text/other']],
  bodyBytes: [1],
};
const TESTED_ELSEWHERE = ['method', 'path', 'name', 'response', 'responses'];

const CODES = { code: 'some-code', joinCode: '0123456789ab' };

const objects = Object.fromEntries(
  OBJECT_KINDS.map((kind) => [
    kind,
    CODES[kind as keyof typeof CODES] ?? '00000000-0000-4000-8000-000000000000',
  ]),
) as Objects;

const personOf = (role: Role | null) => ({
  user: { id: `a person of role ${role}`, role } as Person,
  organizationId: role === 'organization' ? 'an organization' : null,
  organizationName: '',
  timeZone: async () => 'Europe/Moscow',
  support: async () => [],
  cards: async () => [],
  position: (role === 'organization' ? 'owner' : null) as Position | null,
  sessionId: '',
});
const PEOPLE = { organization: personOf('organization'), partner: personOf('partner'), none: personOf(null) };

/** Returns the responses of a server with one route to valid and invalid requests by every role. */
async function responsesOf(route: RouteContract, sent: { path: string; body: object | undefined }) {
  const app = createHttp({ logLevel: 'silent', trustProxy: [] });
  handleErrors(app);
  guard(app, async (header) => {
    const person = PEOPLE[header as keyof typeof PEOPLE];
    if (person === undefined) throw unauthorized({ detail: 'Кто вы' });
    return person;
  });
  const costs: string[] = [];
  const pay = (cost: string) => {
    costs.push(cost);
    if (costs.length > 4) throw tooManyCalls(1);
  };
  app.decorate('atCost', async (cost, _request, job) => {
    pay(cost);
    return job();
  });
  app.decorate('payBeforeBody', (cost) => async () => pay(cost));
  const onceKeys: unknown[] = [];
  app.decorate('once', async ({ headers }, _body, work) => {
    onceKeys.push(headers['idempotency-key']);
    return work();
  });
  requireJson(app);
  try {
    const { responses: _, ...contract } = { ...route, response: z.any() };
    serve(app, contract, async ({ request: _request, ...call }) =>
      JSON.stringify(call, (key, value) => (key === 'requestId' ? undefined : value)),
    );
  } catch (error) {
    await app.close();
    return `invalid route: ${error}`;
  }
  const invalidRoute = {
    path: sent.path.replace(/some-code|0123456789ab|[0-9a-f-]{36}/, '!').replace(/[?].*/, '?from=1&kind=1'),
    body: { kind: 1 },
  };
  const responses: unknown[] = [];
  for (const authorization of [undefined, ...Object.keys(PEOPLE)])
    for (const { path, body, headers } of [
      { ...sent, headers: { 'idempotency-key': 'key' } },
      { ...sent, headers: {} },
      { path: sent.path, body: undefined, headers: { accept: 'image/svg+xml, text/csv, application/pdf' } },
      { ...invalidRoute, headers: { 'idempotency-key': 'key' } },
      // When the response is empty, only a refusal shows that the body is validated.
      { path: sent.path, body: invalidRoute.body, headers: { 'idempotency-key': 'key' } },
    ]) {
      const response = await app.inject({
        method: route.method,
        url: path,
        headers: { ...headers, ...(authorization && { authorization }) },
        ...(body && { payload: body }),
      });
      const { statusCode, headers: received, body: text } = response;
      responses.push([
        statusCode,
        received['content-type'],
        received['retry-after'],
        statusCode < 300 && text,
      ]);
    }
  await app.close();
  return { responses, costs, onceKeys };
}

const described = (route: RouteContract) => openApi({ route });

/** Callers do not see where the server stores the response of an optional key. */
const isHidden = (declared: Declaration, ...values: unknown[]) =>
  declared === 'idempotency' && values.every((value) => value === 'optional' || value === 'once');

const declaredBy = (route: RouteContract) =>
  Object.keys(route).filter((name) => !TESTED_ELSEWHERE.includes(name)) as Declaration[];

test.each(allRoutes)(
  'a change of any option of $name changes the behavior of the server and the OpenAPI document',
  async ({ name, route }) => {
    const sent = buildRequest({ name, route }, objects);
    const responses = await responsesOf(route, sent);
    for (const declared of declaredBy(route))
      for (const other of ALTERNATIVES[declared]) {
        if (JSON.stringify(other) === JSON.stringify(route[declared])) continue;
        const changed = { ...route, [declared]: other } as RouteContract;
        if (!isHidden(declared, route[declared], other))
          expect(described(changed), `OpenAPI with ${declared} ${other}`).not.toEqual(described(route));
        expect(await responsesOf(changed, sent), `server with ${declared} ${other}`).not.toEqual(responses);
      }
  },
);

test('every route option is used by at least one route', () => {
  const usedDeclarations = new Set(allRoutes.flatMap(({ route }) => declaredBy(route)));
  expect([...usedDeclarations].sort()).toEqual(Object.keys(ALTERNATIVES).sort());
});
