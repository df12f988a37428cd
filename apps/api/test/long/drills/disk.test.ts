import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, dataFolder } from '../../faults/processes.ts';
import { createClient } from '../../setup/client.ts';
import { type Cluster, clusterFolder, clusterIn } from '../../setup/cluster.ts';
import { report } from '../report.ts';
import { lostAndDoubled } from './audit.ts';
import { insertCompany, signInOwner, startCompanyServer, withDatabase } from './company.ts';
import { createJournal, repeatUnanswered, startLoad } from './load.ts';
import { fill, mountOn, unmountAll } from './small-disk.ts';
import { recordsIn } from './write-ahead-log.ts';

const MIB = 1024 * 1024;
/** Space left for the write-ahead log when the disk is filled. */
const LEFT = MIB / 2;
const { DISK_ROUNDS = '1', DISK_MOUNT = '' } = process.env;
const ROUNDS = Number(DISK_ROUNDS);

let cluster: Cluster | undefined;
afterEach(async () => {
  await cleanUp();
  await cluster?.stop();
  unmountAll();
  await cluster?.remove();
});

/** Two kinds of full disk: a file size limit, which needs no privileges, and a small mounted disk. */
const WAYS = {
  async limit(database: Cluster) {
    // Other files of PostgreSQL need only a few MiB.
    const at = await recordsIn({ url: database.url() }, 4, 12);
    await database.stop();
    await database.start({}, at + LEFT);
    return async () => {
      await database.killAll().catch(() => database.stop());
      await database.start();
    };
  },
  async mount(database: Cluster) {
    // The next segment of the write-ahead log does not fit.
    await recordsIn({ url: database.url() }, 15, 16);
    await withDatabase({ url: database.url() }, (db) => sql`checkpoint`.execute(db));
    const makeRoom = fill(database.folder, LEFT);
    return async () => {
      makeRoom();
      await database.killAll().catch(() => database.stop());
      await database.start();
    };
  },
};

test.each(DISK_MOUNT === '' ? (['limit'] as const) : (['limit', 'mount'] as const))(
  'PostgreSQL on a full disk (%s) makes requests fail with 503 and loses nothing when space is freed',
  async (way) => {
    const folder = clusterFolder();
    if (way === 'mount' && !mountOn(folder, 160)) return report('full disk, mount', { refused: true });
    const database = clusterIn(folder, { wal_recycle: 'off' });
    cluster = database;
    await database.start();
    const company = await withDatabase({ url: database.url() }, insertCompany);
    const url = await startCompanyServer(dataFolder(), database.url()).url;
    const token = await signInOwner(url);
    const journal = createJournal();
    const isBack = async () => (await createClient({ url }).request('/api/health/')).status;
    const refused = () => (journal.refusals['503'] ?? 0) + (journal.refusals['500'] ?? 0);

    for (let round = 0; round < ROUNDS; round += 1) {
      const makeRoom = await WAYS[way](database);
      await expect.poll(isBack, { interval: 20, timeout: 20_000 }).toBe(200);
      const before = refused();
      const load = startLoad([url], token, company, journal);
      await expect.poll(refused, { interval: 20, timeout: 60_000 }).toBeGreaterThan(before + 3);
      await makeRoom();
      await expect.poll(isBack, { interval: 20, timeout: 20_000 }).toBe(200);
      await journal.more(10);
      await load.stop();
      await repeatUnanswered(url, token, journal);
      const inspect = () =>
        withDatabase({ url: database.url() }, (db) => lostAndDoubled(db, company, journal));
      expect(await inspect()).toEqual([]);
      report(`full disk, ${way}`, {
        times: round + 1,
        acknowledged: journal.acknowledged(),
        ...journal.refusals,
      });
    }
    expect(journal.defects).toEqual([]);
    expect(journal.refusals['500']).toBeUndefined();
  },
  120_000 + ROUNDS * 120_000,
);
