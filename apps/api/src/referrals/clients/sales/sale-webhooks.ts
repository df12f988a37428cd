import { routes } from '@referral-dashboard/api-contract';
import { recordEvents } from '../../../integrations/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findSale, salesRepo } from './sales.repo.ts';
import { saleView } from './sales.view.ts';

type NewSale = Parameters<ReturnType<typeof salesRepo>['insert']>[0][number];

/** Inserts sales or refunds of one time and records them for webhooks. Their rewards follow as accruals. */
export async function insertSaleRows(trx: Db, organizationId: string, sales: readonly NewSale[], at: Date) {
  if (sales.length === 0) return;
  await salesRepo(trx, organizationId).insert(sales);
  const ids = sales.map(({ id }) => id);
  await recordEvents(trx, 'sale.created', { organizationId, at }, ids, async (viewer, batch) => {
    const events: { id: string; data: unknown }[] = [];
    for (const id of batch) {
      const row = await findSale(trx, viewer, id);
      if (row !== undefined)
        events.push({ id, data: routes.updateSale.response.parse(saleView(row, viewer)) });
    }
    return events;
  });
}
