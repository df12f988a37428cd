import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, dataFolder } from '../../faults/processes.ts';
import { createClient } from '../../setup/client.ts';
import { type Cluster, clusterFolder, clusterIn } from '../../setup/cluster.ts';
import { createTcpProxy, type TcpProxy } from '../../setup/tcp-proxy.ts';
import { report } from '../report.ts';
import { lostAndDoubled } from './audit.ts';
import { insertCompany, signInOwner, startCompanyServer, withDatabase } from './company.ts';
import { createJournal, repeatUnanswered, startLoad } from './load.ts';

const { FAILOVERS = '1' } = process.env;
const ROUNDS = Number(FAILOVERS);

const clusters = new Set<Cluster>();
let proxy: TcpProxy | undefined;
afterEach(async () => {
  await cleanUp();
  proxy?.close();
  for (const cluster of clusters) await cluster.remove();
  clusters.clear();
});

/** Creates a standby of a server. Every later commit waits for it. */
async function standbyOf(primary: Cluster, slot: string): Promise<Cluster> {
  const standby = clusterIn(primary.copy(['-R', '-X', 'stream', '-C', '-S', slot]));
  clusters.add(standby);
  await standby.start();
  await withDatabase({ url: primary.url() }, async (db) => {
    await sql`alter system set synchronous_standby_names = '*'`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
    const state = async () =>
      (await sql<{ sync_state: string }>`select sync_state from pg_stat_replication`.execute(db)).rows[0]
        ?.sync_state;
    await expect.poll(state, { interval: 20, timeout: 20_000 }).toBe('sync');
  });
  return standby;
}

test(
  'after a failover the synchronous standby has all acknowledged data, and the servers connect to it',
  async () => {
    let primary = clusterIn(clusterFolder());
    clusters.add(primary);
    await primary.start();
    const company = await withDatabase({ url: primary.url() }, insertCompany);
    proxy = await createTcpProxy(primary.port());
    const address = Object.assign(new URL(primary.url()), { port: String(proxy.port) }).href;
    const url = await startCompanyServer(dataFolder(), address).url;
    const token = await signInOwner(url);
    const journal = createJournal();
    const isBack = async () => (await createClient({ url }).request('/api/health/')).status;
    const outages: number[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const standby = await standbyOf(primary, `standby_${round}`);
      const load = startLoad([url], token, company, journal);
      await journal.more(40);
      const startedAt = performance.now();
      await primary.killAll();
      proxy.cut();
      standby.promote();
      proxy.forwardTo(standby.port());
      await expect.poll(isBack, { interval: 20, timeout: 30_000 }).toBe(200);
      outages.push(Math.round(performance.now() - startedAt));
      await journal.more(10);
      await load.stop();
      await repeatUnanswered(url, token, journal);
      const inspect = () =>
        withDatabase({ url: standby.url() }, (db) => lostAndDoubled(db, company, journal));
      expect(await inspect()).toEqual([]);
      await primary.remove();
      clusters.delete(primary);
      primary = standby;
      report('failover', { away: outages, acknowledged: journal.acknowledged(), ...journal.refusals });
    }
    expect(journal.defects).toEqual([]);
  },
  60_000 + ROUNDS * 120_000,
);
