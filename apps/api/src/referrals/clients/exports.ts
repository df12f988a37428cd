import type { ClientExportQuery, SaleExportQuery } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { clientSheet, clientSheetForPartner } from './client-sheets.ts';
import { clientsRepo } from './clients.repo.ts';
import { clientView } from './clients.view.ts';
import { saleSheet, saleSheetForPartner } from './sales/sale-sheets.ts';
import { allSales } from './sales/sales.repo.ts';
import { saleView } from './sales/sales.view.ts';

/** All clients that match a filter, with the fields of the list. */
export const exportClients = (db: Db, viewer: Viewer, query: ClientExportQuery) => ({
  sheet: viewer.role === 'partner' ? clientSheetForPartner : clientSheet,
  read: withSnapshot(db, clientsRepo(db).all(viewer, query), (row) => ({
    ...clientView(row, [], viewer),
    attachments: row.attachments,
  })),
});

/** All sales and refunds that match a filter, with the fields of the list. */
export const exportSales = (db: Db, viewer: Viewer, query: SaleExportQuery) => ({
  sheet: viewer.role === 'partner' ? saleSheetForPartner : saleSheet,
  read: withSnapshot(db, allSales(db, viewer, query), (row) => saleView(row, viewer)),
});
