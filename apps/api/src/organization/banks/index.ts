import { readFile } from 'node:fs/promises';
import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { serve } from '../../platform/http/route.ts';
import { directoryOwner, findBank, findBanks } from './banks.ts';
import { createDirectories } from './directories.ts';
import { readDirectory } from './ed807.ts';

const BATCH = 1000;

/** The directory of banks: routes for users and a loader for the operator of the server. */
export const createBanks = ({ db, clock = () => new Date() }: { db: Db; clock?: Clock }) => ({
  routes(app: FastifyInstance) {
    const directories = createDirectories(db, clock);
    serve(app, routes.bankDirectory, ({ viewer }) => directories.currentDirectory(viewer));
    serve(app, routes.uploadBankDirectory, ({ body, viewer }) => directories.upload(viewer, body.data));
    serve(app, routes.bank, async ({ query, viewer }) =>
      findBank(db, await directoryOwner(db, viewer), query.bik),
    );
    serve(app, routes.banks, async ({ query, viewer }) =>
      findBanks(db, await directoryOwner(db, viewer), query.search),
    );
  },

  /**
   * Replaces the directory of the server.
   *
   * @returns the number of banks.
   * @throws Error with a Russian message for a file that is not a directory; then nothing is changed.
   */
  async load(path: string): Promise<number> {
    const file = await readFile(path).catch((cause: unknown) => {
      throw new Error(`Файл ${path} не прочитать.`, { cause });
    });
    const banks = [...new Map(readDirectory(file).map((bank) => [bank.bik, bank])).values()];
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('banks').execute();
      for (let from = 0; from < banks.length; from += BATCH)
        await trx
          .insertInto('banks')
          .values(banks.slice(from, from + BATCH))
          .execute();
    });
    return banks.length;
  },
});
