import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Access, failure, fieldErrors, type RouteContract } from '@referral-dashboard/api-contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes, OBJECT_KINDS, type Objects, requestOf, type WalkedRoute } from '../../setup/access.ts';
import type { Answer } from '../../setup/client.ts';
import { tell } from '../tell.ts';
import { type Cast, createCast, type Person } from '../walk/cast.ts';
import { type AnyCall, anyCall, resolved } from './arbitraries.ts';
import type { Staged } from './stage.ts';
import { stages, UNREACHED } from './stages.ts';

const { FUZZ_CALLS = '200' } = process.env;
const CALLS = Number(FUZZ_CALLS);
/** After so many calls objects are as made again; after so many there are new ones. */
const [RESET, RENEW] = [40, 5000];

let cast: Cast;
let people: Person[];
let sessions: string[];
const nobody = (): Person => ({ name: 'nobody', role: null, caller: cast.world.anonymous });
const populate = async () => {
  cast = await createCast({ messages: { isRehearsed: true } });
  people = [...cast.people, nobody()];
  sessions = (await cast.world.server.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id);
};
/** Everybody signed in, no limit near. */
async function refresh() {
  const { server } = cast.world;
  await server.db.updateTable('sessions').set({ revoked_at: null }).where('id', 'in', sessions).execute();
  await server.resetLimits();
}
/** The same, and objects as they were made. */
async function reset() {
  await cast.reset();
  await refresh();
}
beforeAll(populate);
afterAll(() => cast.stop());

/** A call as it has to be. */
const SOUND = {
  person: 0,
  about: 'own',
  query: undefined,
  body: undefined,
  key: 0,
  staged: 'sound',
} as const;

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

/** Somebody who may make a call. */
function rightful(access: Access): Person {
  const { organization, partner } = cast.rightful;
  if (access === 'public') return nobody();
  return access === 'authenticated' || access.includes('organization') ? organization : partner;
}

type Sent = { answer: Answer; person: Person };

async function send(call: AnyCall): Promise<Sent> {
  const { walked, about, query, body, key } = call;
  const { name, route } = walked;
  const both = { own: cast.objects, others: cast.others };
  const staged = call.staged === 'no' ? undefined : await setStage(name);
  const isSound = call.staged === 'sound';
  const person = staged ? (staged.person ?? rightful(route.access)) : (people[call.person] as Person);
  const sound = requestOf(walked, staged ? { ...cast.objects, ...staged.objects } : objectsOf(about));
  const [path = '', soundQuery = ''] = sound.path.split('?');
  const fields = Object.fromEntries(new URLSearchParams(soundQuery));
  const asked = changed(fields, isSound ? undefined : resolved(query, both));
  const search = new URLSearchParams(
    Object.entries(isRecord(asked) ? asked : {}).map(([name, value]): [string, string] => [
      name.toWellFormed(),
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
    ]),
  ).toString();
  const given = changed(
    sound.body && { ...sound.body, ...staged?.body },
    isSound ? undefined : resolved(body, both),
  );
  const answer = await person.caller.send(
    route.method,
    `${path}${search && `?${search}`}`,
    route.body && given,
    staged ? {} : { 'idempotency-key': `key-${key}` },
  );
  return { answer, person };
}

/** Makes a call one that can be done, if it is sound. */
async function setStage(name: WalkedRoute['name']): Promise<Staged> {
  const stage = stages[name];
  await (stage === undefined ? reset() : refresh());
  return (await stage?.(cast)) ?? {};
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

const names = allRoutes.map(({ name }) => name);

test('every call can be done on the stage that is set for it, but those of which it is said why not', async () => {
  const done: string[] = [];
  const refused: string[] = [];
  for (const walked of allRoutes) {
    const { answer } = await send({ ...SOUND, walked }).catch((error) => {
      throw new Error(`no stage for ${walked.name}`, { cause: error });
    });
    if (answer.status < 300) done.push(walked.name);
    else refused.push(`${walked.name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  expect(refused.filter((said) => !((said.split(':')[0] ?? '') in UNREACHED))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(Object.keys(UNREACHED)));
  expect(done.filter((name) => name in UNREACHED)).toEqual([]);
}, 120_000);

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
        if (made % RESET === 0) await reset();
        const { answer, person } = await send(call);
        tally[answer.status] = (tally[answer.status] ?? 0) + 1;
        if (answer.status < 300) succeeded.add(call.walked.name);
        const problem = problemOf(answer, call.walked.route, person);
        if (problem !== undefined) throw new Error(`${call.walked.name}: ${problem}`);
      }),
      { numRuns: CALLS },
    );
    const never = names.filter((name) => !succeeded.has(name));
    tell('fuzz', { made, ...tally, done: succeeded.size, of: names.length, never });
    // Noise that is refused at the door tries nothing.
    if (CALLS >= 10_000) expect(never.sort()).toEqual(Object.keys(UNREACHED).sort());
    else expect(succeeded.size).toBeGreaterThan(20);
  },
  60_000 + CALLS * 60,
);
