import type { PaymentTerms } from '../../organization/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { reserveRepo } from '../payments/reserve.repo.ts';
import { belowMinimum, missingTo } from './blockers.ts';

/** Shown when another user has just formed a payment from the same accruals. */
const NOTHING_DUE =
  'Платить нечего: доступных начислений нет. Возможно, они уже вошли в другую выплату. Посмотрите на вкладке «Выплаты».';

type Choice = {
  organizationId: string;
  partnerId: string;
  accrualIds: readonly string[] | undefined;
  /** Payment whose content changes. */
  edited?: string;
  at: Date;
};

/**
 * Returns the number of accruals for a payment and their sum in kopecks.
 *
 * @throws ApiError 409 when a selected accrual is not available, or the sum is below the minimum of the partner.
 */
export async function chooseAccruals(
  trx: Db,
  { partnerId, ...choice }: Choice,
  { default_min_payout_kop }: PaymentTerms,
  { min_payout_kop }: { min_payout_kop: number | null },
) {
  const sums = await reserveRepo(trx).chosen({ ...choice, partnerIds: [partnerId] });
  const { named, ...sum } = sums.get(partnerId) ?? { ...NO_ACCRUALS, named: 0 };
  if (named < new Set(choice.accrualIds).size)
    throw conflict('count_mismatch', 'Часть начислений уже недоступна к выплате. Обновите страницу.');
  const refusal = getPaymentRefusal(sum, min_payout_kop ?? default_min_payout_kop);
  if (refusal !== null) throw conflict('below_minimum', refusal.detail, { missing_kop: refusal.missing_kop });
  return sum;
}

export const NO_ACCRUALS = { accruals: 0, amount_kop: 0 };

/** Returns the reason why accruals cannot form a payment; null when they can. */
export function getPaymentRefusal(
  { accruals, amount_kop }: { accruals: number; amount_kop: number },
  minimum: number,
) {
  const missing_kop = missingTo(minimum, amount_kop);
  if (missing_kop === 0) return null;
  const detail = accruals === 0 ? NOTHING_DUE : belowMinimum(minimum, missing_kop).detail;
  return { missing_kop, detail };
}
