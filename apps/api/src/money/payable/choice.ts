import { paymentTermsOf } from '../../organization/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { type Choice, reserveRepo } from '../payments/reserve.repo.ts';
import { belowMinimum, missingTo } from './blockers.ts';

/** Shown when another user has just formed a payment from the same accruals. */
const NOTHING_DUE =
  'Платить нечего: доступных начислений нет. Возможно, они уже вошли в другую выплату. Посмотрите на вкладке «Выплаты».';

/**
 * Returns the number of accruals for a payment and their sum in kopecks.
 *
 * @throws ApiError 409 when a selected accrual is not available, or the sum is below the minimum of the partner.
 */
export async function chooseAccruals(
  trx: Db,
  choice: Choice,
  { min_payout_kop }: { min_payout_kop: number | null },
) {
  const { accruals, amount_kop, named } = await reserveRepo(trx).chosen(choice);
  if (named < new Set(choice.named).size)
    throw conflict('count_mismatch', 'Часть начислений уже недоступна к выплате. Обновите страницу.');
  const { default_min_payout_kop } = await paymentTermsOf(trx, choice.organizationId);
  const refusal = refusalOf({ accruals, amount_kop }, min_payout_kop ?? default_min_payout_kop);
  if (refusal !== null) throw conflict('below_minimum', refusal.detail, { missing_kop: refusal.missing_kop });
  return { accruals, amount_kop };
}

/** Returns the reason why accruals cannot form a payment; null when they can. */
export function refusalOf(
  { accruals, amount_kop }: { accruals: number; amount_kop: number },
  minimum: number,
) {
  const missing_kop = missingTo(minimum, amount_kop);
  if (missing_kop === 0) return null;
  const detail = accruals === 0 ? NOTHING_DUE : belowMinimum(minimum, missing_kop).detail;
  return { missing_kop, detail };
}
