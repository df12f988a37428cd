import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { cleanUp, dataFolder } from '../../faults/processes.ts';
import { clientOf } from '../../setup/client.ts';
import { type Cluster, clusterFolder, clusterIn } from '../../setup/cluster.ts';
import { tell } from '../tell.ts';
import { lostAndDoubled } from './audit.ts';
import { enterCompany, inside, startCompanyServer, tokenOf } from './company.ts';
import { askAgain, createJournal, work } from './load.ts';

const MIB = 1024 * 1024;
/** Room left for the log when the rest is taken away. */
const LEFT = MIB / 2;
const { DISK_ROUNDS = '1', DISK_MOUNT = '' } = process.env;
const ROUNDS = Number(DISK_ROUNDS);

let cluster: Cluster | undefined;
let mounted: string | undefined;
afterEach(async () => {
  await cleanUp();
  await cluster?.stop();
  if (mounted !== undefined) execFileSync('umount', [mounted]);
  mounted = undefined;
  await cluster?.remove();
});

/** Lets PostgreSQL write its log until it is that many MiB into a piece of it. @returns how far it is, in bytes. */
const writtenIn = (url: string, from: number, to: number) =>
  inside({ url }, async (db) => {
    for (;;) {
      await sql`select pg_logical_emit_message(false, 'filling', repeat('x', ${MIB / 2}))`.execute(db);
      const { rows } = await sql<{ at: number }>`
        select (pg_walfile_name_offset(pg_current_wal_insert_lsn())).file_offset as at`.execute(db);
      const at = rows[0]?.at ?? 0;
      if (at > from * MIB && at < to * MIB) return at;
    }
  });

const sizeOf = (folder: string) =>
  Number(execFileSync('df', ['--output=avail', '-B1', folder]).toString().split('\n')[1]);

/** Two ways to a disk that is full: a file that may not grow, as any user can have it; a small disk, where one may be mounted. */
const WAYS = {
  async limit(database: Cluster) {
    // What else it writes has room in some MiB.
    const at = await writtenIn(database.url(), 4, 12);
    await database.stop();
    await database.start({}, at + LEFT);
    return async () => {
      await database.kill9().catch(() => database.stop());
      await database.start();
    };
  },
  async mount(database: Cluster) {
    const ballast = join(database.folder, 'ballast');
    // The next piece of the log has none.
    await writtenIn(database.url(), 15, 16);
    await inside({ url: database.url() }, (db) => sql`checkpoint`.execute(db));
    writeFileSync(ballast, Buffer.alloc(Math.max(0, sizeOf(database.folder) - LEFT)));
    return async () => {
      rmSync(ballast);
      await database.kill9().catch(() => database.stop());
      await database.start();
    };
  },
};

/** A small disk of its own, which not everybody may have. */
function mountOn(folder: string): boolean {
  const asked = ['-t', 'tmpfs', '-o', 'size=160m,mode=0777', 'tmpfs', folder];
  if (spawnSync('mount', asked).status !== 0) return false;
  mounted = folder;
  return true;
}

test.each(DISK_MOUNT === '' ? (['limit'] as const) : (['limit', 'mount'] as const))(
  'PostgreSQL on a full disk (%s): refusals the client can tell, and with room again nothing is lost',
  async (way) => {
    const folder = clusterFolder();
    if (way === 'mount' && !mountOn(folder)) return tell('full disk, mount', { refused: true });
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
  },
  120_000 + ROUNDS * 120_000,
);
