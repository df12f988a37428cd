import { randomInt } from 'node:crypto';
import { afterEach, expect, inject, test } from 'vitest';
import { cleanUp, dataFolder } from '../../faults/processes.ts';
import { createClient } from '../../setup/client.ts';
import { type Cluster, clusterFolder, clusterIn } from '../../setup/cluster.ts';
import { report } from '../report.ts';
import { lostAndDoubled } from './audit.ts';
import { insertCompany, signInOwner, startCompanyServer, withDatabase } from './company.ts';
import { createJournal, repeatUnanswered, startLoad } from './load.ts';

/** Number of kills of each kind. */
const { KILL_ROUNDS = '1' } = process.env;
const ROUNDS = Number(KILL_ROUNDS);

let cluster: Cluster | undefined;
afterEach(async () => {
  await cleanUp();
  await cluster?.remove();
  cluster = undefined;
});

/** Returns a random number of acknowledged responses before the next kill. */
const randomCount = () => randomInt(20, 60);

test(
  'the embedded database has every change acknowledged before kill -9 exactly once and no partial changes',
  async () => {
    const folder = dataFolder(inject('template'));
    const company = await withDatabase({ folder }, insertCompany);
    const journal = createJournal();
    let token = '';
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = startCompanyServer(folder);
      const url = await server.url;
      token ||= await signInOwner(url);
      await repeatUnanswered(url, token, journal);
      const load = startLoad([url], token, company, journal);
      await journal.more(randomCount());
      server.kill('SIGKILL');
      await server.exited;
      await load.stop();
      expect(await withDatabase({ folder }, (db) => lostAndDoubled(db, company, journal))).toEqual([]);
      report('kill, embedded', { kills: round + 1, ...journal.done(), ...journal.refusals });
    }
    expect(journal.defects).toEqual([]);
  },
  60_000 + ROUNDS * 120_000,
);

test(
  'two servers on PostgreSQL have every acknowledged change exactly once after kill -9 of a server or the database',
  async () => {
    cluster = clusterIn(clusterFolder());
    await cluster.start();
    const database = cluster;
    const company = await withDatabase({ url: database.url() }, insertCompany);
    const folder = dataFolder();
    const servers = [
      startCompanyServer(folder, database.url()),
      startCompanyServer(folder, database.url()),
    ] as const;
    const [stableServer, killedServer] = servers;
    const url = await stableServer.url;
    const token = await signInOwner(url);
    const journal = createJournal();
    const isBack = async () => (await createClient({ url }).request('/api/health/')).status;
    let victim = killedServer;

    for (let round = 0; round < ROUNDS * 2; round += 1) {
      const load = startLoad([url, await victim.url], token, company, journal);
      await journal.more(randomCount());
      if (round % 2 === 0) {
        victim.kill('SIGKILL');
        await victim.exited;
        victim = startCompanyServer(folder, database.url());
      } else {
        await database.killAll();
        await database.start();
        await expect.poll(isBack, { interval: 20, timeout: 20_000 }).toBe(200);
      }
      await journal.more(5);
      await load.stop();
      await repeatUnanswered(url, token, journal);
      const inspect = () =>
        withDatabase({ url: database.url() }, (db) => lostAndDoubled(db, company, journal));
      expect(await inspect()).toEqual([]);
      report('kill, PostgreSQL', {
        kills: round + 1,
        ...journal.done(),
        ...journal.refusals,
      });
    }
    expect(journal.defects).toEqual([]);
  },
  60_000 + ROUNDS * 120_000,
);
