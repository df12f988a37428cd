import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { createDownloadJournal } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { sendFile } from '../../platform/http/content/send-file.ts';
import { handleRoute, serve } from '../../platform/http/route.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { eraseOldFiles, findDownloads, keepFile, readKeptFile } from './kept-files.repo.ts';

/** Routes of the bank files that were downloaded, and the removal of old contents. */
export function createKeptFiles({ db, clock }: { db: Db; clock: Clock }) {
  /** Reads a kept file and records this download of it. */
  const download = (staff: Staff, id: string) =>
    db.transaction().execute(async (trx) => {
      const file = await readKeptFile(trx, staff, id);
      const at = clock();
      await keepFile(trx, staff, file, at);
      const [payment] = file.payments;
      await createDownloadJournal(trx, () => at)(staff, {
        object:
          file.registryId === null
            ? { kind: 'payment', id: payment ?? '' }
            : { kind: 'registry', id: file.registryId },
        list: `Снова: ${file.name}`,
        format: file.format,
        rows: file.payments.length,
      });
      return file;
    });
  return {
    /** Erases the contents of old files. */
    prune: async () => void (await eraseOldFiles(db, clock())),
    routes(app: FastifyInstance) {
      serve(app, routes.registryDownloads, async ({ params, viewer }) => ({
        results: await findDownloads(db, viewer.organizationId, { registryId: params.id }),
      }));
      serve(app, routes.paymentDownloads, async ({ params, viewer }) => ({
        results: await findDownloads(db, viewer.organizationId, { paymentId: params.id }),
      }));
      handleRoute(app, routes.keptFile, async ({ params, viewer }, reply) =>
        sendFile(reply, await download(viewer, params.id)),
      );
    },
  };
}
