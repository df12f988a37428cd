import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { createClientImport } from './client-import.ts';
import { createClientWrites } from './client-writes.ts';
import { clientsRoutes } from './clients.routes.ts';
import { createClientsService } from './clients.service.ts';
import { searchClients } from './found-clients.ts';
import { createImportUndo } from './import-undo.ts';
import { type ChangeDeal, createSalesService } from './sales/sales.service.ts';
import { eraseContactsOf, eraseOldContacts } from './waiting/erase-contacts.ts';
import { createWaitingSalesService } from './waiting/waiting-sales.service.ts';

export type ClientsDeps = { db: Db; clock: Clock; serveExport: ServeExport; changeDeal: ChangeDeal };

/** Clients and their sales. */
export function createClients({ db, clock, serveExport, changeDeal }: ClientsDeps) {
  const clients = createClientsService(db, clock);
  const sales = createSalesService(db, clock, changeDeal);
  const waiting = createWaitingSalesService(db, clock);
  const writes = createClientWrites(clock);
  return {
    importClients: createClientImport(clock, writes),
    importSales: sales.importSales,
    importRefund: sales.importRefund,
    ...createImportUndo(clock),
    routes: (app: FastifyInstance) => clientsRoutes(app, { db, serveExport, clients, sales, waiting }),
    search: searchClients.bind(null, db),
    prune: async () => {
      await waiting.expire();
      await eraseOldContacts(db, clock);
    },
    eraseContacts: (subjectId: string) => eraseContactsOf(db, subjectId, clock),
  };
}
