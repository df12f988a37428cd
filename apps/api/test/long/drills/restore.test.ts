import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, dataFolder } from '../../faults/processes.ts';
import { createClient } from '../../setup/client.ts';
import { type Cluster, clusterFolder, clusterIn } from '../../setup/cluster.ts';
import { readContents } from '../../setup/contents.ts';
import { report } from '../report.ts';
import { lostAndDoubled } from './audit.ts';
import { insertCompany, signInOwner, startCompanyServer, withDatabase } from './company.ts';
import { createJournal, type Journal, startLoad } from './load.ts';

const { RESTORE_ANSWERS = '30' } = process.env;
const ANSWERS = Number(RESTORE_ANSWERS);

const clusters = new Set<Cluster>();
afterEach(async () => {
  await cleanUp();
  for (const cluster of clusters) await cluster.remove();
  clusters.clear();
});

/** Starts a server that archives every finished segment of its write-ahead log. */
async function archiving(): Promise<{ cluster: Cluster; archive: string }> {
  const folder = clusterFolder();
  const archive = clusterIn(folder).createFolder('archive');
  const cluster = clusterIn(folder, { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` });
  clusters.add(cluster);
  await cluster.start();
  return { cluster, archive };
}

/** Switches to a new segment of the write-ahead log and waits until the former one is archived. */
async function putAside(url: string, archive: string) {
  const name = await withDatabase({ url }, async (db) => {
    const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_switch_wal()) as name`.execute(db);
    return rows[0]?.name ?? '';
  });
  await expect.poll(() => readdirSync(archive), { interval: 20, timeout: 20_000 }).toContain(name);
}

test(
  'a base backup and the archived write-ahead log restore the database to a point in time',
  async () => {
    const { cluster, archive } = await archiving();
    const company = await withDatabase({ url: cluster.url() }, insertCompany);
    const server = startCompanyServer(dataFolder(), cluster.url());
    const url = await server.url;
    const token = await signInOwner(url);
    const busy = async (journal: Journal) => {
      const load = startLoad([url], token, company, journal);
      await journal.more(ANSWERS);
      await load.stop();
    };
    const [keptJournal, undoneJournal] = [createJournal(), createJournal()];

    const copy = cluster.copy();
    await busy(keptJournal);
    const before = await withDatabase({ url: cluster.url() }, readContents);
    const moment = await withDatabase(
      { url: cluster.url() },
      async (db) => (await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db)).rows[0]?.at,
    );
    await withDatabase({ url: cluster.url() }, (db) =>
      sql`update partners set note = 'испорчено'`.execute(db),
    );
    await busy(undoneJournal);
    await putAside(cluster.url(), archive);
    server.kill('SIGTERM');
    await server.exited;
    await cluster.killAll();

    const since = performance.now();
    writeFileSync(join(copy, 'data', 'recovery.signal'), '');
    const restored = clusterIn(copy);
    clusters.add(restored);
    await restored.start({
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: moment ?? '',
      recovery_target_action: 'promote',
    });
    const target = { url: restored.url() };
    const recovering = () =>
      withDatabase(
        target,
        async (db) => (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows,
      );
    await expect.poll(recovering, { interval: 50, timeout: 30_000 }).toEqual([{ is: false }]);
    const milliseconds = Math.round(performance.now() - since);

    expect(await withDatabase(target, readContents)).toEqual(before);
    expect(await withDatabase(target, (db) => lostAndDoubled(db, company, keptJournal))).toEqual([]);
    const after = await startCompanyServer(dataFolder(), restored.url()).url;
    expect(await createClient({ url: after }).me(token)).toMatchObject({ status: 200 });
    await signInOwner(after);
    report('restore', {
      took: milliseconds,
      kept: keptJournal.acknowledged(),
      undone: undoneJournal.acknowledged(),
    });
  },
  120_000 + ANSWERS * 2000,
);
