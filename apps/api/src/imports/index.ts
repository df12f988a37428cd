import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { JournalDownload } from '../audit/index.ts';
import type { OpeningBalances } from '../money/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { sendFile } from '../platform/http/content/send-file.ts';
import { handleRoute, serve } from '../platform/http/route.ts';
import { createImportJob } from './import-job.ts';
import { createImportsService } from './imports.service.ts';
import { createBalanceKind } from './kinds/balances.ts';
import { type ClientImports, createClientKind } from './kinds/clients.ts';
import { createLeadKind, type LeadImports } from './kinds/leads.ts';
import { createPartnerKind, type PartnerWrites } from './kinds/partners.ts';
import { createSaleKind, type SaleWrites } from './kinds/sales.ts';

export type ImportsDeps = {
  db: Db;
  clock: Clock;
  isEmbedded?: boolean | undefined;
  journalDownload: JournalDownload;
  partnerWrites: PartnerWrites;
  leads: LeadImports;
  clients: ClientImports & SaleWrites;
  openingBalances: OpeningBalances;
};

/** Imports of tables. */
export function createImports({ db, clock, isEmbedded, journalDownload, ...writes }: ImportsDeps) {
  const kinds = {
    partners: createPartnerKind(writes.partnerWrites),
    leads: createLeadKind(writes.leads),
    clients: createClientKind(writes.clients),
    sales: createSaleKind(writes.clients),
    balances: createBalanceKind(writes.openingBalances),
  };
  const imports = createImportsService(db, clock, kinds);
  return {
    work: createImportJob({ db, clock, kinds, isEmbedded }),
    prune: imports.prune,
    routes(app: FastifyInstance) {
      serve(app, routes.imports, ({ query, viewer }) => imports.list(viewer, query));
      serve(app, routes.createImport, ({ body, viewer, key }) => imports.create(viewer, body, key));
      serve(app, routes.import, ({ params, viewer }) => imports.get(viewer, params.id));
      serve(app, routes.importRows, ({ params, query, viewer }) => imports.rows(viewer, params.id, query));
      serve(app, routes.chooseImportHeader, ({ params, body, viewer }) =>
        imports.chooseHeader(viewer, params.id, body),
      );
      serve(app, routes.checkImport, ({ params, body, viewer }) => imports.check(viewer, params.id, body));
      serve(app, routes.runImport, ({ params, viewer }) => imports.run(viewer, params.id));
      serve(app, routes.cancelImport, ({ params, viewer }) => imports.cancel(viewer, params.id));
      serve(app, routes.importUndo, ({ params, viewer }) => imports.previewUndo(viewer, params.id));
      serve(app, routes.undoImport, ({ params, viewer }) => imports.undo(viewer, params.id));
      handleRoute(app, routes.refusedRows, async ({ params, viewer }, reply) => {
        const { file, rows } = await imports.refusedRows(viewer, params.id);
        const object = { kind: 'import' as const, id: params.id };
        await journalDownload(viewer, { format: 'csv', object, list: 'Незагруженные строки', rows });
        return sendFile(reply, file);
      });
    },
  };
}
