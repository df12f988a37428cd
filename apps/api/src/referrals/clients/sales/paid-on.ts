import { readToday } from '../../../organization/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/errors.ts';

/** Message for a day that is still to come. */
export const NOT_COME_YET = 'Эта дата еще не наступила.';

/** @throws ApiError 400 for a day that is still to come. */
export async function checkPaidOn(trx: Db, organizationId: string, paidOn: string, now: Date) {
  if (paidOn > (await readToday(trx, organizationId, now))) throw invalid({ paid_on: [NOT_COME_YET] });
}
