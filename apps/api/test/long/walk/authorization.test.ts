import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRequest } from '../../setup/access.ts';
import { rawRequest } from '../../setup/raw.ts';
import { type BadToken, badTokens } from './bad-tokens.ts';
import {
  foreignProbes,
  guardedRoutes,
  ownProbes,
  type Probe,
  readLists,
  referenceProbes,
  roleProbes,
  withoutDownloads,
} from './probes.ts';
import { createScenario, type Person, type Scenario } from './scenario.ts';
import { storyProbes } from './stories.ts';

/** With `LONG`, every call is made with every invalid token and all probes run. */
const { LONG = '' } = process.env;
const sample = (probes: readonly Probe[]) => probes.filter((_, at) => LONG !== '' || at % 8 === 0);

let scenario: Scenario;
let people: Person[];
let before: Map<string, string>;
let tokens: BadToken[];
beforeAll(async () => {
  scenario = await createScenario({
    async beforeNeighbor(target, server) {
      people = target.filter(({ role }) => role !== null);
      before = await withoutDownloads(server, () => readLists(people));
    },
  });
  tokens = await badTokens(scenario.world);
});
afterAll(() => scenario.stop());

/** Returns one line for each failed probe. */
async function problemsOf(probes: readonly Probe[]): Promise<string[]> {
  const problems: string[] = [];
  for (const probe of probes) {
    const problem = await probe.check(await probe.ask());
    if (problem !== undefined) problems.push(`${probe.title}: ${problem}`);
  }
  return problems;
}

describe('every route of the contract', () => {
  test('returns the same data before and after another organization is created', async () => {
    const after = await readLists(people);
    expect(before.size).toBeGreaterThan(50);
    for (const [what, reading] of before) expect(after.get(what), what).toBe(reading);
  });

  test.each([
    ['refuses unauthenticated users and users without the required role', roleProbes],
    ['responds 404 for objects of other users', foreignProbes],
    ['responds to references to objects of others as to unknown ids', referenceProbes],
  ])('%s', async (_title, probesOf) => {
    const footprint = await scenario.ownFootprint();
    const probes = probesOf === referenceProbes ? sample(probesOf(scenario)) : probesOf(scenario);
    expect(probes.length).toBeGreaterThan(10);
    expect(await problemsOf(probes)).toEqual([]);
    expect(await scenario.othersFootprint()).toBe(scenario.othersUntouched);
    if (probesOf !== referenceProbes) expect(await scenario.ownFootprint()).toBe(footprint);
  });

  test('refuses invalid tokens', async () => {
    expect(tokens.length).toBeGreaterThanOrEqual(20);
    const problems: string[] = [];
    const shown = LONG === '' ? 4 : tokens.length;
    for (const [at, entry] of guardedRoutes.entries()) {
      const { path, body } = buildRequest(entry, scenario.objects);
      for (let turn = 0; turn < shown; turn += 1) {
        const token = tokens[(at * shown + turn) % tokens.length];
        const { status } = await rawRequest(scenario.world.server, {
          method: entry.route.method,
          path,
          body: body === undefined ? '' : JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...token?.headers },
        });
        if (status !== 401)
          problems.push(`${entry.route.method} ${path}, token ${token?.name}: responded ${status}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('neither shows nor changes data of others in authorized calls', async () => {
    const problems: string[] = [];
    for (const probe of [...storyProbes(scenario), ...sample(ownProbes(scenario))]) {
      await scenario.world.server.resetLimits();
      problems.push(...(await problemsOf([probe])));
    }
    expect(problems).toEqual([]);
    expect(await scenario.othersFootprint()).toBe(scenario.othersUntouched);
  });
});
