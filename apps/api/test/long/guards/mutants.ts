import { type Access, routes } from '@referral-dashboard/api-contract';
import type { ClientResponse } from '../../setup/client.ts';
import { rawRequest } from '../../setup/raw.ts';
import { badTokens } from '../walk/bad-tokens.ts';
import { foreignProbes, ownProbes, type Probe, referenceProbes, roleProbes } from '../walk/probes.ts';
import { createScenario, type Scenario } from '../walk/scenario.ts';
import { storyProbes } from '../walk/stories.ts';
import { hits, off } from './switch.ts';

type TrackedProbe = Probe & { ofStranger: boolean; sites: Set<string> };

/** The response of a probe whose preparation failed. */
const failed = (error: unknown): ClientResponse => ({
  status: 599,
  body: String(error),
  headers: new Headers(),
});

/** Returns all probes, read-only ones first. */
async function probesOf(scenario: Scenario): Promise<TrackedProbe[]> {
  const me = '/api/accounts/users/me/';
  const tokens: Probe[] = (await badTokens(scenario.world)).map(({ name, headers }) => ({
    title: `GET ${me}: token ${name}`,
    name: 'currentUser',
    changes: false,
    ask: () => rawRequest(scenario.world.server, { method: 'GET', path: me, headers }),
    check: ({ status }) => (status === 401 ? undefined : `responded ${status}`),
  }));
  const strangers = [
    ...tokens,
    ...roleProbes(scenario),
    ...foreignProbes(scenario),
    ...referenceProbes(scenario),
  ];
  const probes = [
    ...strangers.map((probe) => ({ ...probe, ofStranger: true })),
    ...[...ownProbes(scenario), ...storyProbes(scenario)].map((probe) => ({ ...probe, ofStranger: false })),
  ].map((probe) => ({ ...probe, sites: new Set<string>() }));
  return [...probes.filter((probe) => !probe.changes), ...probes.filter((probe) => probe.changes)];
}

export type Examination = Awaited<ReturnType<typeof examination>>;

/** Creates the two organizations and records which sites each probe reaches. */
export async function examination(isIncluded: (probe: Probe) => boolean = () => true) {
  let scenario: Scenario = await createScenario();
  let probes: TrackedProbe[] = [];

  async function refresh(probe: Probe) {
    await scenario.world.server.resetLimits();
    if (probe.changes) await scenario.reset();
  }
  async function learn() {
    probes = (await probesOf(scenario)).filter(isIncluded);
    for (const probe of probes) {
      await refresh(probe);
      hits.clear();
      await probe.check(await probe.ask());
      for (const id of hits) probe.sites.add(id);
    }
  }
  /** Replaces modified organizations. The probes reach the same sites. */
  async function renew() {
    const known = new Map(probes.map(({ title, sites }) => [title, sites]));
    await scenario.stop();
    scenario = await createScenario();
    probes = (await probesOf(scenario))
      .filter(isIncluded)
      .map((probe) => ({ ...probe, sites: known.get(probe.title) ?? probe.sites }));
  }
  /** Formats a response for comparison. The bytes of a PDF are omitted, because they contain its creation time. */
  const summaryOf = ({ status, body, headers }: ClientResponse) =>
    `${status} ${headers.get('content-type') === 'application/pdf' ? '' : JSON.stringify(body)}`;

  /** Returns the probe that detects the change made by `tamper`, or undefined. */
  async function firstDetection(
    probes: readonly TrackedProbe[],
    tamper: () => void,
    restore: () => void,
  ): Promise<string | undefined> {
    let isSpoilt = false;
    let detectedBy: string | undefined;
    for (const probe of probes) {
      await refresh(probe);
      const expected = probe.changes ? undefined : summaryOf(await probe.ask());
      tamper();
      const response = await probe.ask().catch(failed);
      const problem =
        (await probe.check(response)) ??
        (expected === undefined || expected === summaryOf(response) ? undefined : 'responds differently');
      restore();
      const isDone = probe.changes && (response.status < 400 || response.status >= 500);
      const hasChanged = isDone && (await scenario.othersFootprint()) !== scenario.othersUntouched;
      isSpoilt ||= hasChanged || (isDone && probe.ofStranger);
      if (problem === undefined && !hasChanged) continue;
      detectedBy = `${probe.title}: ${problem ?? 'changed data of the other organization'}`;
      break;
    }
    if (isSpoilt) await renew();
    return detectedBy;
  }

  async function firstProblem(probes: readonly TrackedProbe[]): Promise<string | undefined> {
    for (const probe of probes) {
      await refresh(probe);
      const problem = await probe.check(await probe.ask().catch(failed));
      if (problem !== undefined) return `${probe.title}: ${problem}`;
    }
    return undefined;
  }

  await learn();
  return {
    stop: () => scenario.stop(),
    /** Turns sites off. @returns the probe that detects it, or undefined. */
    async withOff(ids: readonly string[]): Promise<string | undefined> {
      const tamper = () => ids.forEach((each) => void off.add(each));
      return firstDetection(
        probes.filter(({ sites }) => ids.some((id) => sites.has(id))),
        tamper,
        () => off.clear(),
      );
    },
    /** Widens the access of a call. @returns the probe that detects it, or undefined. */
    async withAccess(
      name: Probe['name'],
      access: Access,
      alsoOff: readonly string[] = [],
    ): Promise<string | undefined> {
      const route = routes[name] as { access: Access };
      const before = route.access;
      const serve = async (to: Access) => {
        route.access = to;
        await scenario.world.server.pause().catch(() => undefined);
        await scenario.world.server.resume();
        // The first request after a restart uses a closed keep-alive connection.
        await scenario.world.anonymous.get('/api/health/').catch(() => undefined);
      };
      try {
        await serve(access);
      } catch (error) {
        // An impossible declaration is already detected at the start.
        await serve(before);
        return `no start: ${error instanceof Error ? error.message : String(error)}`;
      }
      for (const id of alsoOff) off.add(id);
      try {
        return await firstProblem(probes.filter((probe) => probe.name === name && probe.ofStranger));
      } finally {
        off.clear();
        await serve(before);
      }
    },
    /** Returns true when a probe reaches the site. */
    reaches: (id: string) => probes.some(({ sites }) => sites.has(id)),
  };
}
