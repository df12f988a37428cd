import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { serve } from '../../platform/http/route.ts';
import { createReceiptService } from './receipt-service.ts';
import { createReceiptsService } from './receipts.service.ts';
import { createReceiptWorker } from './worker.ts';

export type ReceiptsDeps = {
  db: Db;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  serveExport: ServeExport;
  /** Address of the receipt service. Undefined disables the reading of receipts. */
  url: string | undefined;
};

/** Receipts of self-employed partners: routes, and a worker that reads receipts from the tax service. */
export function createReceipts({ db, clock, fetch, serveExport, url }: ReceiptsDeps) {
  const receipts = createReceiptsService(db, clock);
  const read = url === undefined ? undefined : createReceiptService(url, fetch);
  const checkReceipts = createReceiptWorker({ db, clock, read });
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.receipts, ({ query, viewer }) => receipts.list(viewer, query));
      serve(app, routes.receiptCounts, ({ query, viewer }) => receipts.counts(viewer, query));
      serveExport(app, routes.exportReceipts, ({ query, viewer }) => receipts.export(viewer, query));
      serve(app, routes.receiptReminders, ({ viewer }) => receipts.reminders(viewer));
      serve(app, routes.remindReceipts, ({ viewer }) => receipts.remind(viewer));
      serve(app, routes.closeReceipt, ({ params, viewer }) => receipts.close(viewer, params.id));
      serve(app, routes.giveReceipt, ({ params, body, viewer }) => receipts.give(viewer, params.id, body));
    },
    /** Reads due receipts from the tax service. */
    checkReceipts,
  };
}
