import { type Author, toCause } from '../../audit/index.ts';
import { findPaymentTerms } from '../../organization/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { chooseAccruals } from '../payable/choice.ts';
import { isPayablePartner, lockPartner, releaseHolds } from '../rewards/partner-money.ts';
import { reservePayments } from './lifecycle/reserve-payments.ts';

export type PaymentSpec = {
  organizationId: string;
  partnerId: string;
  /** Accruals to pay; undefined for all available ones. */
  accrualIds: readonly string[] | undefined;
  /** True for a request of the partner. */
  requested: boolean;
  isFinal?: boolean | undefined;
};

/**
 * Creates a payment of available accruals. The sum is always computed on the server.
 *
 * @returns its id.
 * @throws ApiError 400 for an unknown partner, 409 when the accruals cannot form a payment.
 */
export async function formPayment(
  trx: Db,
  { organizationId, partnerId, accrualIds, requested, isFinal = false }: PaymentSpec,
  author: Author,
  clock: Clock,
): Promise<string> {
  const partner = await lockPartner(trx, organizationId, partnerId, author);
  const cause = toCause(author, clock);
  const { at } = cause;
  if (partner === undefined) throw invalid({ partner: ['Партнер не найден.'] });
  if (isFinal && isPayablePartner(partner.status))
    throw conflict('blocked', 'Финальная выплата бывает только у партнера в архиве или заблокированного.');
  if (accrualIds) await releaseHolds(trx, organizationId, [partnerId], at);
  const organization = await findPaymentTerms(trx, organizationId);
  const terms = isFinal ? { min_payout_kop: 0 } : partner;
  const sum = await chooseAccruals(trx, { organizationId, partnerId, accrualIds, at }, organization, terms);
  const payees = [{ ...sum, partner }];
  const [payment] = await reservePayments(
    trx,
    { organizationId, organization, payees, accrualIds, requested, isFinal },
    cause,
  );
  if (payment === undefined) throw new Error('no payment was created');
  return payment.id;
}
