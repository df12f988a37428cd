import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { allRoutes, OBJECT_KINDS, type Objects, requestOf, type WalkedRoute } from '../../setup/access.ts';
import type { Answer } from '../../setup/client.ts';
import { bypassTriggers } from '../../setup/force.ts';
import type { Caller, World } from '../../setup/world.ts';
import type { Person, Scenario } from './scenario.ts';

/** A request and a check of its response. */
export type Probe = {
  title: string;
  name: WalkedRoute['name'];
  /** True when a successful call changes data. */
  changes: boolean;
  ask: () => Promise<Answer>;
  /** Returns the problem of a response, or undefined. */
  judge: (answer: Answer) => string | undefined | Promise<string | undefined>;
};

/** Access by route, copied because tests change the contract. */
const ACCESS = new Map(allRoutes.map(({ name, route }) => [name, route.access]));
export const accessOf = (name: WalkedRoute['name']) => ACCESS.get(name) ?? 'public';
export const guardedRoutes = allRoutes.filter(({ name }) => accessOf(name) !== 'public');

const admits = (name: WalkedRoute['name'], { role }: Person) => {
  const access = accessOf(name);
  return access === 'authenticated' || (role !== null && access.includes(role));
};

export function ask(caller: Caller, walked: WalkedRoute, objects: Objects, more = '', body?: object) {
  const sound = requestOf(walked, objects);
  const mark = sound.path.includes('?') ? '&' : '?';
  return caller.send(
    walked.route.method,
    `${sound.path}${more && mark}${more}`,
    body ?? (walked.route.body && sound.body),
  );
}

const due = (wanted: number) => (answer: Answer) =>
  answer.status === wanted ? undefined : `responded ${answer.status} instead of ${wanted}`;

const NO_OBJECTS = Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, ''])) as Objects;

const changes = ({ route }: WalkedRoute) => route.method !== 'GET';
const titleOf = ({ route }: WalkedRoute, rest: string) => `${route.method} ${route.path}: ${rest}`;

/** Unauthenticated calls and calls with the wrong role expect 401 and 403. */
export const roleProbes = ({ world, objects, people }: Scenario): Probe[] =>
  guardedRoutes.flatMap((walked) => [
    {
      title: titleOf(walked, 'unauthenticated'),
      name: walked.name,
      changes: changes(walked),
      ask: () => ask(world.anonymous, walked, objects),
      judge: due(401),
    },
    ...people
      .filter((person) => !admits(walked.name, person))
      .map((person) => ({
        title: titleOf(walked, person.name),
        name: walked.name,
        changes: changes(walked),
        ask: () => ask(person.caller, walked, objects),
        judge: due(403),
      })),
  ]);

/** Calls about objects of other users expect 404. */
export const foreignProbes = ({ objects, strangers }: Scenario): Probe[] =>
  guardedRoutes
    .filter(({ route }) => route.path.includes('{id}'))
    .flatMap((walked) =>
      strangers
        .filter((person) => admits(walked.name, person))
        .map((person) => ({
          title: titleOf(walked, `${person.name}, foreign object`),
          name: walked.name,
          changes: changes(walked),
          ask: () => ask(person.caller, walked, objects),
          judge: due(404),
        })),
    );

const rightfulCalls = ({ rightful }: Scenario) =>
  guardedRoutes.flatMap((walked) =>
    Object.values(rightful)
      .filter((person) => admits(walked.name, person))
      .map((person) => ({ walked, person })),
  );

const publicCalls = ({ world }: Scenario) =>
  allRoutes
    .filter(({ route }) => route.path.includes('{code}'))
    .map((walked) => ({ walked, person: { name: 'a guest', role: null, caller: world.anonymous } }));

const idleReadings = ({ idle }: Scenario) =>
  guardedRoutes
    .filter(({ route }) => route.method === 'GET' && !route.path.includes('{'))
    .flatMap((walked) =>
      idle.filter((person) => admits(walked.name, person)).map((person) => ({ walked, person })),
    );

/** A reference to another organization's object in a body or a filter gets the same response as an unknown id. */
export function referenceProbes(scenario: Scenario): Probe[] {
  const { objects, others } = scenario;
  const kindOf = new Map(Object.entries(objects).map(([kind, id]) => [id, kind as keyof Objects]));
  const unknown = randomUUID();
  const probe = (
    { walked, person }: ReturnType<typeof rightfulCalls>[number],
    where: string,
    send: (id: string) => Promise<Answer>,
    id: string,
  ): Probe => ({
    title: titleOf(walked, `${person.name}, foreign ${where}`),
    name: walked.name,
    changes: changes(walked),
    ask: () => send(id),
    async judge(answer) {
      const sayings = [answer, await send(unknown)].map(({ status, body }) =>
        `${status} ${JSON.stringify(body)}`.replaceAll(id, '·').replaceAll(unknown, '·'),
      );
      return sayings[0] === sayings[1]
        ? undefined
        : `answered ${sayings[0]} for a foreign object, ${sayings[1]} for none`;
    },
  });
  return rightfulCalls(scenario).flatMap((call) => {
    const { walked, person } = call;
    const sound = requestOf(walked, objects).body;
    const named = JSON.stringify(sound ?? {}).match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];
    const inBody = named.flatMap((id) => {
      const kind = kindOf.get(id);
      if (kind === undefined) return [];
      const send = (instead: string) =>
        ask(
          person.caller,
          walked,
          objects,
          '',
          JSON.parse(JSON.stringify(sound).replace(id, instead)) as object,
        );
      return [probe(call, `${kind} in the body`, send, others[kind])];
    });
    const kinds = Object.keys(walked.route.query?.shape ?? {}).filter(
      (key) => key in objects && key !== 'code',
    );
    const inQuery = kinds.map((kind) => {
      const send = (id: string) => ask(person.caller, walked, objects, `${kind}=${id}`);
      return probe(call, `${kind} in the query`, send, others[kind as keyof Objects]);
    });
    return [...inBody, ...inQuery];
  });
}

const uuidsIn = ({ body }: Answer) =>
  JSON.stringify(body).match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];

/** Authorized calls, whose responses must contain no data of the other organization. */
export const ownProbes = (scenario: Scenario): Probe[] =>
  [...rightfulCalls(scenario), ...publicCalls(scenario), ...idleReadings(scenario)].map(
    ({ walked, person }) => ({
      title: titleOf(walked, person.name),
      name: walked.name,
      changes: changes(walked),
      ask: () => ask(person.caller, walked, scenario.objects),
      judge(answer: Answer) {
        if (answer.status >= 500) return `responded ${answer.status}`;
        const leaked = uuidsIn(answer).find((id) => scenario.othersIds.has(id));
        return leaked && `contains ${leaked} of the other organization`;
      },
    }),
  );

const JOURNAL = '/api/referral/journal/';

/** Returns the responses of all lists for each user. The journal is read first, because downloads add entries to it. */
export async function readingsOf(people: readonly Person[]): Promise<Map<string, string>> {
  const readings = new Map<string, string>();
  const lists = guardedRoutes.filter(({ route }) => route.method === 'GET' && !route.path.includes('{'));
  const isJournal = ({ route }: WalkedRoute) => route.path.startsWith(JOURNAL);
  for (const walked of [...lists.filter(isJournal), ...lists.filter((one) => !isJournal(one))]) {
    for (const person of people.filter((one) => admits(walked.name, one))) {
      const { status, body } = await ask(person.caller, walked, NO_OBJECTS);
      readings.set(titleOf(walked, person.name), `${status} ${JSON.stringify(body)}`);
    }
  }
  return readings;
}

/** Calls `read` and deletes the journal entries of its downloads, so that a later call reads the same journal. */
export async function withoutDownloads<Result>(
  server: World['server'],
  read: () => Promise<Result>,
): Promise<Result> {
  const before = await server.db.selectFrom('audit_entries').select('id').execute();
  const result = await read();
  await bypassTriggers(server, async (trx) => {
    const entries = trx.deleteFrom('audit_entries').where('action', '=', 'organization.export');
    await entries.where(sql<boolean>`id <> all(${before.map(({ id }) => id)}::uuid[])`).execute();
  });
  return result;
}
