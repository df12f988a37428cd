import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/db.ts';
import { inTimeZone } from '../../platform/export/columns.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { withSnapshot } from '../../platform/export/snapshot.ts';
import { serve } from '../../platform/http/route.ts';
import { taxLine, taxSheet } from './tax-sheet.ts';
import { findTaxYear, taxYearRows, taxYearSheet } from './tax-years.ts';
import { findTaxMonth, taxRows } from './taxes.repo.ts';

/** Routes of the taxes of individuals by month, and of all payments by tax year. */
export function createTaxes({ db, serveExport }: { db: Db; serveExport: ServeExport }) {
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.taxMonth, ({ query, viewer }) => findTaxMonth(db, viewer, query.month));
      serveExport(app, routes.exportTaxes, ({ query, viewer }) => ({
        sheet: taxSheet(query.month),
        read: withSnapshot(db, taxRows(db, viewer, query), inTimeZone(taxLine)),
      }));
      serve(app, routes.taxYear, ({ query, viewer }) => findTaxYear(db, viewer, query.year));
      serveExport(app, routes.exportTaxYear, ({ query, viewer }) => ({
        sheet: taxYearSheet(query.year),
        read: withSnapshot(db, taxYearRows(db, viewer, query), (row) => row),
      }));
    },
  };
}
