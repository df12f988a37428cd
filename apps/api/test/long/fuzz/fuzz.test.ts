import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { failure, fieldErrors, type RouteContract } from '@referral-dashboard/api-contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes, OBJECT_KINDS, type Objects, requestOf } from '../../setup/access.ts';
import type { Answer } from '../../setup/client.ts';
import { tell } from '../tell.ts';
import { type Cast, createCast, type Person } from '../walk/cast.ts';
import { type AnyCall, anyCall, resolved } from './arbitraries.ts';

const { FUZZ_CALLS = '400' } = process.env;
const CALLS = Number(FUZZ_CALLS);
/** After so many calls objects are as made again; after so many there are new ones. */
const [RESET, RENEW] = [40, 5000];

let cast: Cast;
let people: Person[];
const populate = async () => {
  cast = await createCast();
  people = [...cast.people, { name: 'nobody', role: null, caller: cast.world.anonymous }];
};
beforeAll(populate);
afterAll(() => cast.stop());

const unknown = Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, randomUUID()])) as Objects;

function objectsOf(about: AnyCall['about']): Objects {
  if (about === 'own') return cast.objects;
  if (about === 'others') return cast.others;
  if (about === 'unknown') return unknown;
  const { own, others } = { own: cast.objects, others: cast.others };
  const name = encodeURIComponent(resolved(about.named, { own, others }).toWellFormed()) || '%20';
  return Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, name])) as Objects;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A sound value with a change made to it. */
function changed(sound: object | undefined, change: AnyCall['body']): unknown {
  if (change === undefined) return sound;
  const { kept, instead } = change;
  if (!isRecord(instead)) return instead;
  const rest = Object.entries(sound ?? {}).filter((_, at) => (kept & (1 << (at % 8))) !== 0);
  return { ...instead, ...Object.fromEntries(rest) };
}

function send({ walked, person, about, query, body, key }: AnyCall): Promise<Answer> {
  const both = { own: cast.objects, others: cast.others };
  const sound = requestOf(walked, objectsOf(about));
  const [path = '', soundQuery = ''] = sound.path.split('?');
  const asked = changed(Object.fromEntries(new URLSearchParams(soundQuery)), resolved(query, both));
  const search = new URLSearchParams(
    Object.entries(isRecord(asked) ? asked : {}).map(([name, value]): [string, string] => [
      name.toWellFormed(),
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
    ]),
  ).toString();
  const given = changed(sound.body, resolved(body, both));
  const { caller } = people[person] as Person;
  return caller.send(walked.route.method, `${path}${search && `?${search}`}`, walked.route.body && given, {
    'idempotency-key': `key-${key}`,
  });
}

/** Fault of an answer, if there is one. */
function problemOf(
  { status, body, headers }: Answer,
  route: RouteContract,
  { role }: Person,
): string | undefined {
  if (status >= 500) return `answered ${status}: ${JSON.stringify(body)}`;
  if (status >= 400) {
    const fits = [failure, fieldErrors].some((schema) =>
      isDeepStrictEqual(schema.safeParse(body).data, body),
    );
    return fits ? undefined : `refused with ${JSON.stringify(body)}`;
  }
  if (status !== (route.status ?? 200)) return `answered ${status}, the contract says ${route.status ?? 200}`;
  if (status === 204) return body === '' ? undefined : 'says something where nothing is due';
  const media = [route.media ?? 'application/json'].flat();
  const type = headers.get('content-type') ?? '';
  if (!media.some((one) => type.startsWith(one.split(';')[0] ?? one))) return `came as ${type}`;
  if (Array.isArray(route.media)) return undefined;
  const schema = route.answer ?? (role === null ? undefined : route.answers?.[role]);
  if (schema === undefined) return 'answered somebody for whom there is no answer';
  const read = schema.safeParse(body);
  if (!read.success) return `does not fit its schema: ${read.error.message}`;
  return isDeepStrictEqual(read.data, body) ? undefined : 'says what the contract does not name';
}

test(
  'whatever anybody sends to any call, the answer is one of the contract, and never a failure of the server',
  async () => {
    const tally: Record<string, number> = {};
    const succeeded = new Set<string>();
    let made = 0;
    await fc.assert(
      fc.asyncProperty(anyCall(allRoutes, people.length), async (call) => {
        made += 1;
        if (made % RENEW === 0) {
          tell('fuzz', { made, ...tally, done: succeeded.size, of: allRoutes.length });
          await cast.stop();
          await populate();
        }
        if (made % RESET === 0) {
          await cast.reset();
          await cast.world.server.resetLimits();
        }
        const answer = await send(call);
        tally[answer.status] = (tally[answer.status] ?? 0) + 1;
        if (answer.status < 300) succeeded.add(call.walked.name);
        const problem = problemOf(answer, call.walked.route, people[call.person] as Person);
        if (problem !== undefined) throw new Error(`${call.walked.name}: ${problem}`);
      }),
      { numRuns: CALLS },
    );
    tell('fuzz', { made, ...tally, done: succeeded.size, of: allRoutes.length });
    // Noise that is refused at the door tries nothing.
    expect(succeeded.size).toBeGreaterThan(CALLS >= 10_000 ? 0.85 * allRoutes.length : 20);
  },
  60_000 + CALLS * 60,
);
