import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { allRoutes, buildRequest, type RouteEntry } from '../../setup/access.ts';
import { OBJECT_KINDS, type Objects } from '../../setup/access-bodies.ts';
import type { ClientResponse } from '../../setup/client.ts';
import { bypassTriggers } from '../../setup/force.ts';
import type { Caller, World } from '../../setup/world.ts';
import type { Person, Scenario } from './scenario.ts';

/** A request and a check of its response. */
export type Probe = {
  title: string;
  name: RouteEntry['name'];
  /** True when a successful call changes data. */
  changes: boolean;
  ask: () => Promise<ClientResponse>;
  /** Returns the problem of a response, or undefined. */
  check: (response: ClientResponse) => string | undefined | Promise<string | undefined>;
};

/** Access by route, copied because tests change the contract. */
const ACCESS = new Map(allRoutes.map(({ name, route }) => [name, route.access]));
export const getAccess = (name: RouteEntry['name']) => ACCESS.get(name) ?? 'public';
export const guardedRoutes = allRoutes.filter(({ name }) => getAccess(name) !== 'public');

const admits = (name: RouteEntry['name'], { role }: Person) => {
  const access = getAccess(name);
  return access === 'authenticated' || (role !== null && access.includes(role));
};

export function ask(caller: Caller, entry: RouteEntry, objects: Objects, more = '', body?: object) {
  const valid = buildRequest(entry, objects);
  const mark = valid.path.includes('?') ? '&' : '?';
  return caller.send(
    entry.route.method,
    `${valid.path}${more && mark}${more}`,
    body ?? (entry.route.body && valid.body),
  );
}

const expectStatus = (status: number) => (response: ClientResponse) =>
  response.status === status ? undefined : `responded ${response.status} instead of ${status}`;

const NO_OBJECTS = Object.fromEntries(OBJECT_KINDS.map((kind) => [kind, ''])) as Objects;

const changes = ({ route }: RouteEntry) => route.method !== 'GET';
const titleOf = ({ route }: RouteEntry, rest: string) => `${route.method} ${route.path}: ${rest}`;

/** Unauthenticated calls and calls with the wrong role expect 401 and 403. */
export const roleProbes = ({ world, objects, people }: Scenario): Probe[] =>
  guardedRoutes.flatMap((entry) => [
    {
      title: titleOf(entry, 'unauthenticated'),
      name: entry.name,
      changes: changes(entry),
      ask: () => ask(world.anonymous, entry, objects),
      check: expectStatus(401),
    },
    ...people
      .filter((person) => !admits(entry.name, person))
      .map((person) => ({
        title: titleOf(entry, person.name),
        name: entry.name,
        changes: changes(entry),
        ask: () => ask(person.caller, entry, objects),
        check: expectStatus(403),
      })),
  ]);

/** Calls about objects of other users expect 404. */
export const foreignProbes = ({ objects, strangers }: Scenario): Probe[] =>
  guardedRoutes
    .filter(({ route }) => route.path.includes('{id}'))
    .flatMap((entry) =>
      strangers
        .filter((person) => admits(entry.name, person))
        .map((person) => ({
          title: titleOf(entry, `${person.name}, foreign object`),
          name: entry.name,
          changes: changes(entry),
          ask: () => ask(person.caller, entry, objects),
          check: expectStatus(404),
        })),
    );

const rightfulCalls = ({ rightful }: Scenario) =>
  guardedRoutes.flatMap((entry) =>
    Object.values(rightful)
      .filter((person) => admits(entry.name, person))
      .map((person) => ({ entry, person })),
  );

const publicCalls = ({ world }: Scenario) =>
  allRoutes
    .filter(({ route }) => route.path.includes('{code}'))
    .map((entry) => ({ entry, person: { name: 'a guest', role: null, caller: world.anonymous } }));

const idleReadings = ({ idle }: Scenario) =>
  guardedRoutes
    .filter(({ route }) => route.method === 'GET' && !route.path.includes('{'))
    .flatMap((entry) =>
      idle.filter((person) => admits(entry.name, person)).map((person) => ({ entry, person })),
    );

/** A reference to another organization's object in a body or a filter gets the same response as an unknown id. */
export function referenceProbes(scenario: Scenario): Probe[] {
  const { objects, others } = scenario;
  const kindOf = new Map(Object.entries(objects).map(([kind, id]) => [id, kind as keyof Objects]));
  const unknown = randomUUID();
  const probe = (
    { entry, person }: ReturnType<typeof rightfulCalls>[number],
    kind: string,
    send: (id: string) => Promise<ClientResponse>,
    id: string,
  ): Probe => ({
    title: titleOf(entry, `${person.name}, foreign ${kind}`),
    name: entry.name,
    changes: changes(entry),
    ask: () => send(id),
    async check(response) {
      const bodies = [response, await send(unknown)].map(({ status, body }) =>
        `${status} ${JSON.stringify(body)}`.replaceAll(id, '·').replaceAll(unknown, '·'),
      );
      return bodies[0] === bodies[1]
        ? undefined
        : `responded ${bodies[0]} for a foreign object, ${bodies[1]} for none`;
    },
  });
  return rightfulCalls(scenario).flatMap((call) => {
    const { entry, person } = call;
    const valid = buildRequest(entry, objects).body;
    const firstId = JSON.stringify(valid ?? {}).match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];
    const inBody = firstId.flatMap((id) => {
      const kind = kindOf.get(id);
      if (kind === undefined) return [];
      const send = (replacement: string) =>
        ask(
          person.caller,
          entry,
          objects,
          '',
          JSON.parse(JSON.stringify(valid).replace(id, replacement)) as object,
        );
      return [probe(call, `${kind} in the body`, send, others[kind])];
    });
    const kinds = Object.keys(entry.route.query?.shape ?? {}).filter(
      (key) => key in objects && key !== 'code',
    );
    const inQuery = kinds.map((kind) => {
      const send = (id: string) => ask(person.caller, entry, objects, `${kind}=${id}`);
      return probe(call, `${kind} in the query`, send, others[kind as keyof Objects]);
    });
    return [...inBody, ...inQuery];
  });
}

const uuidsIn = ({ body }: ClientResponse) =>
  JSON.stringify(body).match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];

/** Authorized calls, whose responses must contain no data of the other organization. */
export const ownProbes = (scenario: Scenario): Probe[] =>
  [...rightfulCalls(scenario), ...publicCalls(scenario), ...idleReadings(scenario)].map(
    ({ entry, person }) => ({
      title: titleOf(entry, person.name),
      name: entry.name,
      changes: changes(entry),
      ask: () => ask(person.caller, entry, scenario.objects),
      check(response: ClientResponse) {
        if (response.status >= 500) return `responded ${response.status}`;
        const foreignId = uuidsIn(response).find((id) => scenario.othersIds.has(id));
        return foreignId && `contains ${foreignId} of the other organization`;
      },
    }),
  );

const JOURNAL = '/api/referral/journal/';

/** Returns the responses of all lists for each user. The journal is read first, because downloads add entries to it. */
export async function readLists(people: readonly Person[]): Promise<Map<string, string>> {
  const readings = new Map<string, string>();
  const lists = guardedRoutes.filter(({ route }) => route.method === 'GET' && !route.path.includes('{'));
  const isJournal = ({ route }: RouteEntry) => route.path.startsWith(JOURNAL);
  for (const entry of [...lists.filter(isJournal), ...lists.filter((one) => !isJournal(one))]) {
    for (const person of people.filter((one) => admits(entry.name, one))) {
      const { status, body } = await ask(person.caller, entry, NO_OBJECTS);
      readings.set(titleOf(entry, person.name), `${status} ${JSON.stringify(body)}`);
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
    const deleted = await entries
      .where(sql<boolean>`id <> all(${before.map(({ id }) => id)}::uuid[])`)
      .returning('id')
      .execute();
    await trx
      .deleteFrom('journal_queue')
      .where(sql<boolean>`entry_id = any(${deleted.map(({ id }) => id)}::uuid[])`)
      .execute();
  });
  return result;
}
