import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, dataFolder } from '../../faults/processes.ts';
import { clientOf } from '../../setup/client.ts';
import { type Cluster, clusterFolder, clusterIn } from '../../setup/cluster.ts';
import { tell } from '../tell.ts';
import { lostAndDoubled } from './audit.ts';
import { enterCompany, inside, startCompanyServer, tokenOf } from './company.ts';
import { askAgain, createJournal, work } from './load.ts';
import { fill, mountOn, unmountAll } from './small-disk.ts';
import { writtenIn } from './write-ahead-log.ts';

const MIB = 1024 * 1024;
/** Room left for the log when the rest is taken away. */
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

/** Two ways to a disk that is full: a file that may not grow, as any user can have it; a small disk, where one may be mounted. */
const WAYS = {
  async limit(database: Cluster) {
    // What else it writes has room in some MiB.
    const at = await writtenIn({ url: database.url() }, 4, 12);
    await database.stop();
    await database.start({}, at + LEFT);
    return async () => {
      await database.killAll().catch(() => database.stop());
      await database.start();
    };
  },
  async mount(database: Cluster) {
    // The next piece of the log has none.
    await writtenIn({ url: database.url() }, 15, 16);
    await inside({ url: database.url() }, (db) => sql`checkpoint`.execute(db));
    const makeRoom = fill(database.folder, LEFT);
    return async () => {
      makeRoom();
      await database.killAll().catch(() => database.stop());
      await database.start();
    };
  },
};

test.each(DISK_MOUNT === '' ? (['limit'] as const) : (['limit', 'mount'] as const))(
  'PostgreSQL on a full disk (%s): refusals the client can tell, and with room again nothing is lost',
  async (way) => {
    const folder = clusterFolder();
    if (way === 'mount' && !mountOn(folder, 160)) return tell('full disk, mount', { refused: true });
    const database = clusterIn(folder, { wal_recycle: 'off' });
    cluster = database;
    await database.start();
    const company = await inside({ url: database.url() }, enterCompany);
    const url = await startCompanyServer(dataFolder(), database.url()).url;
    const token = await tokenOf(url);
    const journal = createJournal();
    const isBack = async () => (await clientOf({ url }).request('/api/health/')).status;
    const refused = () => (journal.refusals['503'] ?? 0) + (journal.refusals['500'] ?? 0);

    for (let round = 0; round < ROUNDS; round += 1) {
      const makeRoom = await WAYS[way](database);
      await expect.poll(isBack, { interval: 20, timeout: 20_000 }).toBe(200);
      const before = refused();
      const load = work([url], token, company, journal);
      await expect.poll(refused, { interval: 20, timeout: 60_000 }).toBeGreaterThan(before + 3);
      await makeRoom();
      await expect.poll(isBack, { interval: 20, timeout: 20_000 }).toBe(200);
      await journal.more(10);
      await load.stop();
      await askAgain(url, token, journal);
      const look = () => inside({ url: database.url() }, (db) => lostAndDoubled(db, company, journal));
      expect(await look()).toEqual([]);
      tell(`full disk, ${way}`, {
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
