import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOf } from '../../setup/access.ts';
import { rawRequest } from '../../setup/raw.ts';
import { type BadToken, badTokens } from './bad-tokens.ts';
import { type Cast, createCast, type Person } from './cast.ts';
import {
  foreignProbes,
  guardedRoutes,
  ownProbes,
  type Probe,
  readingsOf,
  referenceProbes,
  roleProbes,
  withoutDownloads,
} from './probes.ts';
import { storyProbes } from './stories.ts';

/** Every kind of bad token for every call and every question, instead of some for each and each for some. */
const { LONG = '' } = process.env;
const some = (probes: readonly Probe[]) => probes.filter((_, at) => LONG !== '' || at % 8 === 0);

let cast: Cast;
let people: Person[];
let before: Map<string, string>;
let tokens: BadToken[];
beforeAll(async () => {
  cast = await createCast({
    async beforeNeighbor(alone, server) {
      people = alone.filter(({ role }) => role !== null);
      before = await withoutDownloads(server, () => readingsOf(people));
    },
  });
  tokens = await badTokens(cast.world);
});
afterAll(() => cast.stop());

/** Faults of the answers, one line each. */
async function problemsOf(probes: readonly Probe[]): Promise<string[]> {
  const problems: string[] = [];
  for (const probe of probes) {
    const problem = await probe.judge(await probe.ask());
    if (problem !== undefined) problems.push(`${probe.title}: ${problem}`);
  }
  return problems;
}

describe('walking every call of the contract', () => {
  test('what another organization is and does changes nothing of what people read of theirs', async () => {
    const after = await readingsOf(people);
    expect(before.size).toBeGreaterThan(50);
    for (const [what, said] of before) expect(after.get(what), what).toBe(said);
  });

  test.each([
    ['nobody gets in without having signed in, nor past the own role', roleProbes],
    ['an object of others is not there', foreignProbes],
    ['an object of others that is named is answered as one that does not exist', referenceProbes],
  ])('%s', async (_title, probesOf) => {
    const untouched = await cast.ownFootprint();
    const probes = probesOf === referenceProbes ? some(probesOf(cast)) : probesOf(cast);
    expect(probes.length).toBeGreaterThan(10);
    expect(await problemsOf(probes)).toEqual([]);
    expect(await cast.othersFootprint()).toBe(cast.othersUntouched);
    if (probesOf !== referenceProbes) expect(await cast.ownFootprint()).toBe(untouched);
  });

  test('a token that is none of a living session of an active person is refused', async () => {
    expect(tokens.length).toBeGreaterThanOrEqual(20);
    const problems: string[] = [];
    const shown = LONG === '' ? 4 : tokens.length;
    for (const [at, walked] of guardedRoutes.entries()) {
      const { path, body } = requestOf(walked, cast.objects);
      for (let turn = 0; turn < shown; turn += 1) {
        const token = tokens[(at * shown + turn) % tokens.length];
        const { status } = await rawRequest(cast.world.server, {
          method: walked.route.method,
          path,
          body: body === undefined ? '' : JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...token?.headers },
        });
        if (status !== 401)
          problems.push(`${walked.route.method} ${path}, token ${token?.name}: answered ${status}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test('what people do with their own shows and touches nothing of the others', async () => {
    const problems: string[] = [];
    for (const probe of [...storyProbes(cast), ...some(ownProbes(cast))]) {
      await cast.world.server.resetLimits();
      problems.push(...(await problemsOf([probe])));
    }
    expect(problems).toEqual([]);
    expect(await cast.othersFootprint()).toBe(cast.othersUntouched);
  });
});
