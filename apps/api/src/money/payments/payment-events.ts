import { routes } from '@referral-dashboard/api-contract';
import { recordEvents } from '../../integrations/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { paymentsRepo } from './payments.repo.ts';
import { paymentView } from './payments.view.ts';

const payment = routes.payments.response.shape.results.element;

/** Records paid or failed payments for webhooks, without the requisites of the partner. */
export const recordPayments = (
  trx: Db,
  type: 'payment.paid' | 'payment.failed',
  organizationId: string,
  ids: readonly string[],
  at: Date,
) =>
  recordEvents(trx, type, { organizationId, at }, ids, async (viewer, batch) => {
    const rows = await paymentsRepo(trx).findMany(viewer, batch);
    return rows.map((row) => ({
      id: row.id,
      data: payment.parse({ ...paymentView(row, viewer), method: null }),
    }));
  });
