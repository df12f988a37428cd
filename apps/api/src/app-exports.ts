import type { FastifyBaseLogger } from 'fastify';
import type { JournalDownload } from './audit/index.ts';
import { notifyExport } from './messages/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import { createExports } from './platform/export/serve-export.ts';

type ExportDeps = {
  db: Db;
  clock: Clock;
  journalDownload: JournalDownload;
  log: Pick<FastifyBaseLogger, 'error'>;
};

/** Exports of lists. The journal records each, and the owners of the organization are notified. */
export const createRecordedExports = ({ db, clock, journalDownload, log }: ExportDeps) =>
  createExports(clock, {
    onStart: ({ viewer, params: { id: partnerId }, query: filters, ...file }) =>
      journalDownload(viewer, {
        ...file,
        filters,
        ...(typeof partnerId === 'string' && { object: { kind: 'partner', id: partnerId, partnerId } }),
      }),
    async onFinish({ organizationId, ...file }) {
      if (organizationId === null) return;
      await db
        .transaction()
        .execute((trx) => notifyExport(trx, { ...file, organizationId, at: clock() }))
        .catch((err: unknown) => log.error({ err }, 'export notification failed'));
    },
  });
