import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { cleanUp, dataFolder } from '../../faults/processes.ts';
import { createClient } from '../../setup/client.ts';
import { createCaller } from '../../setup/world.ts';
import { report } from '../report.ts';
import { lostAndDoubled } from './audit.ts';
import { insertCompany, signInOwner, startCompanyServer, withDatabase } from './company.ts';
import { createJournal, repeatUnanswered, startLoad } from './load.ts';
import { recordsIn, removeSpareLog } from './write-ahead-log.ts';

const { DISK_ROUNDS = '1' } = process.env;
const ROUNDS = Number(DISK_ROUNDS);
const LAYER = new URL('full-disk.ts', import.meta.url).href;

afterEach(cleanUp);

const WAYS = {
  'told beforehand': { env: { FULL_IS_REPORTED: '1' } },
  'found out by a file that does not grow': { env: {} },
  'found out by a log that does not go on': { env: { FULL_IN: 'pg_wal' }, isEnd: true },
};

test.each(Object.entries(WAYS).slice(0, ROUNDS > 1 ? undefined : 1))(
  'the embedded database on a full disk (%s) loses no acknowledged data and continues when space is freed',
  async (way, { env, isEnd = false }: { env: object; isEnd?: boolean }) => {
    const folder = dataFolder(inject('template'));
    const mark = join(dataFolder(), 'full');
    const company = await withDatabase({ folder }, insertCompany);
    const journal = createJournal();
    const start = () =>
      startCompanyServer(folder, undefined, {
        NODE_OPTIONS: `--import ${LAYER}`,
        FULL_WHILE: mark,
        ...env,
      });
    let token = '';
    for (let round = 0; round < ROUNDS; round += 1) {
      if (isEnd) await recordsIn({ folder }, 15, 16);
      let server = start();
      let url = await server.url;
      token ||= await signInOwner(url);
      await repeatUnanswered(url, token, journal);
      const health = () => createClient({ url }).request('/api/health/');
      if (isEnd) {
        writeFileSync(mark, '');
        removeSpareLog(folder);
      }
      let load = startLoad([url], token, company, journal);
      if (!isEnd) await journal.more(10);

      writeFileSync(mark, '');
      const before = journal.refusals['503'] ?? 0;
      if (isEnd) {
        const { code, stderr } = await server.exited;
        expect(code).toBe(1);
        expect(stderr).toContain('Встроенная база данных остановилась: на диске закончилось место.');
        rmSync(mark);
        await load.stop();
        server = start();
        url = await server.url;
        load = startLoad([url], token, company, journal);
      } else {
        const refused = () => journal.refusals['503'] ?? 0;
        await expect.poll(refused, { interval: 20, timeout: 60_000 }).toBeGreaterThan(before + 3);
        if (way === 'told beforehand') {
          // The server checks the disk once a second.
          await expect
            .poll(health, { interval: 20, timeout: 20_000 })
            .toMatchObject({ status: 503, body: { code: 'unavailable' } });
          expect((await createCaller({ url }, token).get('/api/referral/leads/')).status).toBe(200);
        }
        rmSync(mark);
      }
      await expect.poll(async () => (await health()).status, { interval: 20, timeout: 20_000 }).toBe(200);
      await journal.more(10);
      await load.stop();
      await repeatUnanswered(url, token, journal);
      server.kill('SIGTERM');
      await server.exited;
      expect(await withDatabase({ folder }, (db) => lostAndDoubled(db, company, journal))).toEqual([]);
      report(`full disk, embedded, ${way}`, {
        times: round + 1,
        acknowledged: journal.acknowledged(),
        ...journal.refusals,
      });
    }
    expect(journal.defects).toEqual([]);
    expect(journal.refusals['500']).toBeUndefined();
  },
  60_000 + ROUNDS * 120_000,
);
