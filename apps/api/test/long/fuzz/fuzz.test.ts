import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Access, failure, fieldErrors, type RouteContract } from '@referral-dashboard/api-contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes, buildRequest, type RouteEntry } from '../../setup/access.ts';
import { OBJECT_KINDS, type Objects } from '../../setup/access-bodies.ts';
import type { ClientResponse } from '../../setup/client.ts';
import { report } from '../report.ts';
import { createScenario, type Person, type Scenario } from '../walk/scenario.ts';
import { type AnyCall, anyCall, resolved } from './arbitraries.ts';
import type { Prepared } from './preparation.ts';
import { preparations, UNREACHED } from './preparations.ts';

const { FUZZ_CALLS = '200' } = process.env;
const CALLS = Number(FUZZ_CALLS);
/** Number of calls after which the objects are restored, and after which they are created again. */
const [RESET, RENEW] = [40, 5000];

let scenario: Scenario;
let people: Person[];
let sessions: string[];
const unauthenticated = (): Person => ({
  name: 'unauthenticated',
  role: null,
  caller: scenario.world.anonymous,
});
const populate = async () => {
  scenario = await createScenario({ messages: { isRehearsed: true } });
  people = [...scenario.people, unauthenticated()];
  sessions = (await scenario.world.server.db.selectFrom('sessions').select('id').execute()).map(
    ({ id }) => id,
  );
};
/** Restores all sessions and resets the rate limits. */
async function refresh() {
  const { server } = scenario.world;
  await server.db.updateTable('sessions').set({ revoked_at: null }).where('id', 'in', sessions).execute();
  await server.resetLimits();
}
/** Restores objects, sessions and rate limits. */
async function reset() {
  await scenario.reset();
  await refresh();
}
beforeAll(populate);
afterAll(() => scenario.stop());

/** A valid call. */
const VALID = {
  person: 0,
  target: 'own',
  query: undefined,
  body: undefined,
  key: 0,
  prepared: 'sound',
} as const;

const unknown = Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, randomUUID()])) as Objects;

function objectsOf(target: AnyCall['target']): Objects {
  if (target === 'own') return scenario.objects;
  if (target === 'others') return scenario.others;
  if (target === 'unknown') return unknown;
  const { own, others } = { own: scenario.objects, others: scenario.others };
  const name = encodeURIComponent(resolved(target.named, { own, others }).toWellFormed()) || '%20';
  return Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, name])) as Objects;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a change to a valid value. */
function changed(valid: object | undefined, change: AnyCall['body']): unknown {
  if (change === undefined) return valid;
  const { keptFields, value } = change;
  if (!isRecord(value)) return value;
  const rest = Object.entries(valid ?? {}).filter((_, at) => (keptFields & (1 << (at % 8))) !== 0);
  return { ...value, ...Object.fromEntries(rest) };
}

/** Returns an authorized user. */
function personFor(access: Access): Person {
  const { organization, partner } = scenario.rightful;
  if (access === 'public') return unauthenticated();
  return access === 'authenticated' || access.includes('organization') ? organization : partner;
}

type Sent = { response: ClientResponse; person: Person };

async function send(call: AnyCall): Promise<Sent> {
  const { entry, target, query, body, key } = call;
  const { name, route } = entry;
  const both = { own: scenario.objects, others: scenario.others };
  const prepared = call.prepared === 'no' ? undefined : await prepare(name);
  const isSound = call.prepared === 'sound';
  const person = prepared ? (prepared.person ?? personFor(route.access)) : (people[call.person] as Person);
  const valid = buildRequest(
    entry,
    prepared ? { ...scenario.objects, ...prepared.objects } : objectsOf(target),
  );
  const [path = '', soundQuery = ''] = valid.path.split('?');
  const fields = Object.fromEntries(new URLSearchParams(soundQuery));
  const params = changed(fields, isSound ? undefined : resolved(query, both));
  const search = new URLSearchParams(
    Object.entries(isRecord(params) ? params : {}).map(([name, value]): [string, string] => [
      name.toWellFormed(),
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
    ]),
  ).toString();
  const content = changed(
    valid.body && { ...valid.body, ...prepared?.body },
    isSound ? undefined : resolved(body, both),
  );
  const response = await person.caller.send(
    route.method,
    `${path}${search && `?${search}`}`,
    route.body && content,
    prepared ? {} : { 'idempotency-key': `key-${key}` },
  );
  return { response, person };
}

/** Creates the preconditions of a call. */
async function prepare(name: RouteEntry['name']): Promise<Prepared> {
  const preparation = preparations[name];
  await (preparation === undefined ? reset() : refresh());
  return (await preparation?.(scenario)) ?? {};
}

/** Returns how a response breaks the contract, or undefined. */
function problemOf(
  { status, body, headers }: ClientResponse,
  route: RouteContract,
  { role }: Person,
): string | undefined {
  if (status >= 500) return `responded ${status}: ${JSON.stringify(body)}`;
  if (status >= 400) {
    const isValid = [failure, fieldErrors].some((schema) =>
      isDeepStrictEqual(schema.safeParse(body).data, body),
    );
    return isValid ? undefined : `refused with ${JSON.stringify(body)}`;
  }
  if (status !== (route.status ?? 200)) return `responded ${status} instead of ${route.status ?? 200}`;
  if (status === 204) return body === '' ? undefined : 'has an unexpected body';
  const media = [route.media ?? 'application/json'].flat();
  const type = headers.get('content-type') ?? '';
  if (!media.some((one) => type.startsWith(one.split(';')[0] ?? one))) return `has the media type ${type}`;
  if (Array.isArray(route.media)) return undefined;
  const schema = route.response ?? (role === null ? undefined : route.responses?.[role]);
  if (schema === undefined) return 'has no schema for this role';
  const read = schema.safeParse(body);
  if (!read.success) return `does not fit its schema: ${read.error.message}`;
  return isDeepStrictEqual(read.data, body) ? undefined : 'has fields that are not in the contract';
}

const names = allRoutes.map(({ name }) => name);

test('every call succeeds after its preconditions are created, except the listed ones', async () => {
  const done: string[] = [];
  const refused: string[] = [];
  for (const entry of allRoutes) {
    const { response } = await send({ ...VALID, entry }).catch((error) => {
      throw new Error(`cannot create the preconditions of ${entry.name}`, { cause: error });
    });
    if (response.status < 300) done.push(entry.name);
    else refused.push(`${entry.name}: ${response.status} ${JSON.stringify(response.body)}`);
  }
  expect(refused.filter((line) => !((line.split(':')[0] ?? '') in UNREACHED))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(Object.keys(UNREACHED)));
  expect(done.filter((name) => name in UNREACHED)).toEqual([]);
}, 120_000);

test(
  'random requests to all routes get responses of the contract and no server errors',
  async () => {
    const counts: Record<string, number> = {};
    const succeeded = new Set<string>();
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(anyCall(allRoutes, people.length), async (call) => {
        calls += 1;
        if (calls % RENEW === 0) {
          report('fuzz', { calls, ...counts, done: succeeded.size, of: allRoutes.length });
          await scenario.stop();
          await populate();
        }
        if (calls % RESET === 0) await reset();
        const { response, person } = await send(call);
        counts[response.status] = (counts[response.status] ?? 0) + 1;
        if (response.status < 300) succeeded.add(call.entry.name);
        const problem = problemOf(response, call.entry.route, person);
        if (problem !== undefined) throw new Error(`${call.entry.name}: ${problem}`);
      }),
      { numRuns: CALLS },
    );
    const never = names.filter((name) => !succeeded.has(name));
    report('fuzz', { calls, ...counts, done: succeeded.size, of: names.length, never });
    // Requests that fail validation would not test the handlers.
    if (CALLS >= 10_000) expect(never.sort()).toEqual(Object.keys(UNREACHED).sort());
    else expect(succeeded.size).toBeGreaterThan(20);
  },
  60_000 + CALLS * 60,
);
