import { type Access, routes } from '@referral-dashboard/api-contract';
import type { Answer } from '../../setup/client.ts';
import { rawRequest } from '../../setup/raw.ts';
import { badTokens } from '../walk/bad-tokens.ts';
import { type Cast, createCast } from '../walk/cast.ts';
import { foreignProbes, ownProbes, type Probe, referenceProbes, roleProbes } from '../walk/probes.ts';
import { storyProbes } from '../walk/stories.ts';
import { hits, off } from './switch.ts';

type Asked = Probe & { ofStranger: boolean; sites: Set<string> };

/** A step on the way to a question that was refused. */
const failed = (error: unknown): Answer => ({ status: 599, body: String(error), headers: new Headers() });

/** The questions of the walk, those that change nothing first. */
async function probesOf(cast: Cast): Promise<Asked[]> {
  const me = '/api/accounts/users/me/';
  const tokens: Probe[] = (await badTokens(cast.world)).map(({ name, headers }) => ({
    title: `GET ${me}: token ${name}`,
    name: 'currentUser',
    changes: false,
    ask: () => rawRequest(cast.world.server, { method: 'GET', path: me, headers }),
    judge: ({ status }) => (status === 401 ? undefined : `answered ${status}`),
  }));
  const strangers = [...tokens, ...roleProbes(cast), ...foreignProbes(cast), ...referenceProbes(cast)];
  const asked = [
    ...strangers.map((probe) => ({ ...probe, ofStranger: true })),
    ...[...ownProbes(cast), ...storyProbes(cast)].map((probe) => ({ ...probe, ofStranger: false })),
  ].map((probe) => ({ ...probe, sites: new Set<string>() }));
  return [...asked.filter((probe) => !probe.changes), ...asked.filter((probe) => probe.changes)];
}

export type Examination = Awaited<ReturnType<typeof examination>>;

/** A cast, every question of the walk, and which places of the code each comes by. */
export async function examination(wanted: (probe: Probe) => boolean = () => true) {
  let cast: Cast = await createCast();
  let probes: Asked[] = [];

  async function refresh(probe: Probe) {
    await cast.world.server.resetLimits();
    if (probe.changes) await cast.reset();
  }
  async function learn() {
    probes = (await probesOf(cast)).filter(wanted);
    for (const probe of probes) {
      await refresh(probe);
      hits.clear();
      await probe.judge(await probe.ask());
      for (const id of hits) probe.sites.add(id);
    }
  }
  /** Another cast in place of one that was tampered with. The questions come by the same places. */
  async function renew() {
    const known = new Map(probes.map(({ title, sites }) => [title, sites]));
    await cast.stop();
    cast = await createCast();
    probes = (await probesOf(cast))
      .filter(wanted)
      .map((probe) => ({ ...probe, sites: known.get(probe.title) ?? probe.sites }));
  }
  /** Without the bytes of a document, which tell when it was made. */
  const said = ({ status, body, headers }: Answer) =>
    `${status} ${headers.get('content-type') === 'application/pdf' ? '' : JSON.stringify(body)}`;

  /** The question that notices what was made of the server between `tamper` and `restore`; `undefined` when none does. */
  async function noticing(
    asked: readonly Asked[],
    tamper: () => void,
    restore: () => void,
  ): Promise<string | undefined> {
    let isSpoilt = false;
    let noticed: string | undefined;
    for (const probe of asked) {
      await refresh(probe);
      const due = probe.changes ? undefined : said(await probe.ask());
      tamper();
      const answer = await probe.ask().catch(failed);
      const problem =
        (await probe.judge(answer)) ??
        (due === undefined || due === said(answer) ? undefined : 'answers otherwise');
      restore();
      const isDone = probe.changes && (answer.status < 400 || answer.status >= 500);
      const touched = isDone && (await cast.othersFootprint()) !== cast.othersUntouched;
      isSpoilt ||= touched || (isDone && probe.ofStranger);
      if (problem === undefined && !touched) continue;
      noticed = `${probe.title}: ${problem ?? 'changed what is of the others'}`;
      break;
    }
    if (isSpoilt) await renew();
    return noticed;
  }

  async function firstProblem(asked: readonly Asked[]): Promise<string | undefined> {
    for (const probe of asked) {
      await refresh(probe);
      const problem = await probe.judge(await probe.ask().catch(failed));
      if (problem !== undefined) return `${probe.title}: ${problem}`;
    }
    return undefined;
  }

  await learn();
  return {
    stop: () => cast.stop(),
    /** Turns a place, or several, off: which question notices? */
    async withOff(ids: readonly string[]): Promise<string | undefined> {
      const tamper = () => ids.forEach((each) => void off.add(each));
      return noticing(
        probes.filter(({ sites }) => ids.some((id) => sites.has(id))),
        tamper,
        () => off.clear(),
      );
    },
    /** Lets others in to a call than the contract does: which question of a stranger notices? */
    async withAccess(
      name: Probe['name'],
      access: Access,
      alsoOff: readonly string[] = [],
    ): Promise<string | undefined> {
      const route = routes[name] as { access: Access };
      const before = route.access;
      const serve = async (to: Access) => {
        route.access = to;
        await cast.world.server.pause().catch(() => undefined);
        await cast.world.server.resume();
        // The connection that was kept open is found to be closed by whoever comes first.
        await cast.world.anonymous.get('/api/health/').catch(() => undefined);
      };
      try {
        await serve(access);
      } catch (error) {
        // A declaration that cannot be is noticed at the start already.
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
    /** Predicate: a question comes by a place. */
    reaches: (id: string) => probes.some(({ sites }) => sites.has(id)),
  };
}
