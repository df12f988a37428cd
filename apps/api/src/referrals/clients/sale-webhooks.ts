import { routes } from '@referral-dashboard/api-contract';
import { recordEvents } from '../../integrations/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { findSale, salesRepo } from './sales.repo.ts';
import { saleView } from './sales.view.ts';

type NewSale = Parameters<ReturnType<typeof salesRepo>['insert']>[0];

/** Inserts a sale or a refund and records it for webhooks. Its reward follows as an accrual. */
export async function insertSale(trx: Db, organizationId: string, sale: NewSale) {
  const { id, created_at: at } = sale;
  await salesRepo(trx, organizationId).insert(sale);
  await recordEvents(trx, 'sale.created', { organizationId, at }, [id], async (viewer) => {
    const row = await findSale(trx, viewer, id);
    return row === undefined ? [] : [{ id, data: routes.updateSale.response.parse(saleView(row, viewer)) }];
  });
}
