import { type RouteContract, routes } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { isList } from '../../../src/platform/http/reads.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../faults/processes.ts';
import { type Cluster, clusterFolder, clusterIn } from '../../setup/cluster.ts';
import { readMetrics, sumSamples } from '../../setup/metrics-reader.ts';
import { createCaller } from '../../setup/world.ts';
import { report } from '../report.ts';
import { insertCompany, signInOwner, startCompanyServer, withDatabase } from './company.ts';
import { createJournal, startLoad } from './load.ts';

const { REPLICA_ROUNDS = '1' } = process.env;
const ROUNDS = Number(REPLICA_ROUNDS);
/** Number of leads per round that are created at one process and read at the other. */
const LOOKS = 20;

const clusters: Cluster[] = [];
afterEach(async () => {
  await cleanUp();
  for (const cluster of clusters.splice(0).reverse()) await cluster.remove();
});

/** Returns how often a process has read lists, by database and reason. */
async function readsOf(server: ServerProcess) {
  const [, address = ''] = /Метрики: (\S+)/.exec(server.output()) ?? [];
  const samples = readMetrics(await (await fetch(address)).text());
  const count = (outcome: string) => sumSamples(samples, 'replica_reads_total', { outcome });
  return {
    replica: count('replica'),
    lagging: count('lagging'),
    unreachable: count('unreachable'),
    wrote: count('wrote'),
  };
}

test(
  'lists come from the replica, include all earlier writes, and come from the primary when the replica is down',
  async () => {
    const primary = clusterIn(clusterFolder());
    clusters.push(primary);
    await primary.start();
    const company = await withDatabase({ url: primary.url() }, insertCompany);
    const replica = clusterIn(primary.copy(['-R', '-X', 'stream', '-C', '-S', 'replica']));
    clusters.push(replica);
    await replica.start();
    const settings = { DATABASE_REPLICA_URL: replica.url(), METRICS_PORT: '0' };
    const start = (more: Record<string, string>) => startCompanyServer(dataFolder(), primary.url(), more);
    const [one, other, plain] = [start(settings), start(settings), start({})];
    const [oneUrl, otherUrl, plainUrl] = await Promise.all([one.url, other.url, plain.url]);
    const token = await signInOwner(oneUrl);
    const writer = createCaller({ url: oneUrl }, token);
    const reader = createCaller({ url: otherUrl }, token);
    const primaryReader = createCaller({ url: plainUrl }, token);
    const journal = createJournal();

    let writes = 0;
    /** Creates a lead at one process and expects the list and the counts of the other to contain it. */
    async function isFound() {
      writes += 1;
      const phone = `+7905${String(1_000_000 + writes)}`;
      const [program, partner] = [company.program, company.partners[0]];
      const created = await writer.post('/api/referral/leads/', { name: 'Иван', phone, program, partner });
      expect(created.status).toBe(201);
      const { id } = created.body as { id: string };
      const path = `/api/referral/leads/?search=${encodeURIComponent(phone)}`;
      const found = (await reader.get(path)).body as { results: { id: string }[] };
      return found.results.map((lead) => lead.id).join() === id;
    }

    // Every list gives the same response from both databases.
    const load = startLoad([oneUrl], token, company, journal);
    await journal.more(40);
    await load.stop();
    let lists = 0;
    for (const { path, access, media } of (Object.values(routes) as RouteContract[]).filter(isList)) {
      if (typeof access === 'string' || !access.includes('organization')) continue;
      const url = `${path}?${media === undefined ? '' : 'format=csv'}`;
      const [fromPrimary, fromReplica] = [await primaryReader.get(url), await reader.get(url)];
      expect([url, fromReplica.status, fromReplica.body]).toEqual([
        url,
        fromPrimary.status,
        fromPrimary.body,
      ]);
      if (fromPrimary.status === 200) lists += 1;
    }
    const { replica: atReplica, wrote: hasWritten } = await readsOf(other);
    expect(hasWritten).toBe(0);
    expect(atReplica).toBeGreaterThanOrEqual(lists);

    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await readsOf(other);
      const busy = startLoad([oneUrl], token, company, journal);
      for (let attempt = 0; attempt < LOOKS; attempt += 1) expect(await isFound()).toBe(true);
      await busy.stop();
      expect((await readsOf(other)).replica).toBeGreaterThan(before.replica);

      // The replica receives changes but does not apply them.
      await withDatabase({ url: replica.url() }, (db) => sql`select pg_wal_replay_pause()`.execute(db));
      expect(await isFound()).toBe(true);
      expect((await readsOf(other)).lagging).toBeGreaterThan(before.lagging);
      await withDatabase({ url: replica.url() }, (db) => sql`select pg_wal_replay_resume()`.execute(db));

      await replica.killAll();
      for (let repetition = 0; repetition < 5; repetition += 1) expect(await isFound()).toBe(true);
      const deletedReads = await readsOf(other);
      expect(deletedReads.unreachable).toBeGreaterThan(before.unreachable);
      await replica.start();
      const isBack = async () => {
        expect(await isFound()).toBe(true);
        return (await readsOf(other)).replica;
      };
      await expect.poll(isBack, { interval: 200, timeout: 30_000 }).toBeGreaterThan(deletedReads.replica);
    }
    report('replica', {
      rounds: ROUNDS,
      lists,
      written: writes,
      ...(await readsOf(other)),
      refused: journal.refusals,
    });
    expect([...journal.reasons]).toEqual([]);
  },
  120_000 + ROUNDS * 60_000,
);
