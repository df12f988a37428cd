import { routes } from '@referral-dashboard/api-contract';
import { recordEvents } from '../../integrations/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { accrualsRepo } from './accruals.repo.ts';
import { accrualView } from './accruals.view.ts';

const accrual = routes.accrual.responses.organization;

/** Records new or released accruals for webhooks. */
export const recordAccruals = (
  trx: Db,
  type: 'accrual.created' | 'accrual.released',
  organizationId: string,
  ids: readonly string[],
  at: Date,
) =>
  recordEvents(trx, type, { organizationId, at }, ids, async (viewer, batch) => {
    const rows = await accrualsRepo(trx, at).findMany(viewer, batch);
    return rows.map((row) => ({ id: row.id, data: accrual.parse(accrualView(row)) }));
  });
