import type { SaleQuery } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { salesPage } from './sales.repo.ts';
import { saleView } from './sales.view.ts';

export type SalesService = ReturnType<typeof createSalesService>;

/** Sales of clients. */
export function createSalesService(db: Db) {
  return {
    async list(viewer: Viewer, query: SaleQuery) {
      const page = await salesPage(db, viewer, query);
      return { ...page, results: page.results.map(saleView) };
    },
  };
}
