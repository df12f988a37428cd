import { findPaymentTerms, type PaymentTerms } from '../../../organization/index.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import {
  belowMinimum,
  type Method,
  methodBlockers,
  missingTo,
  partnerBlockers,
} from '../../payable/blockers.ts';
import { findTaxStandings, type TaxStanding } from '../../tax-status/standing.ts';
import { getPartnerIds, type LockedPayment, type PaymentSet } from './locked-payments.ts';

type Sources = {
  organization: PaymentTerms;
  tax: TaxStanding | null;
  /** Null when the partner has no method. Undefined skips the check of the method. */
  method: Method | null | undefined;
};

/** Returns the blockers of a payment and the kopecks missing to the minimum. A final payment ignores the partner status and the minimum. */
export function paymentBlockers(
  { row, partner }: LockedPayment,
  { organization, tax, method }: Sources,
  at: Date,
) {
  const { min_payout_kop } = partner;
  const status = row.is_final ? 'active' : partner.status;
  // Approval decides on withholding. Disabling it later does not block an approved payment.
  const isDecided = tax?.kind === 'individual' && row.status === 'approved';
  const blockers = partnerBlockers(isDecided ? { status } : { status, tax });
  if (method !== undefined) blockers.push(...methodBlockers(method, organization.time_zone, at));
  const minimum = row.is_final ? 0 : (min_payout_kop ?? organization.default_min_payout_kop);
  const missing_kop = missingTo(minimum, row.amount_kop);
  if (missing_kop > 0) blockers.push(belowMinimum(minimum, missing_kop));
  return { missing_kop, blockers };
}

/** @throws ApiError 409 with the blockers, when a payment has any. */
export function checkNothingBlocks({ missing_kop, blockers }: ReturnType<typeof paymentBlockers>) {
  if (blockers.length === 0) return;
  const [code, more] = blockers.every((blocker) => blocker.code === 'below_minimum')
    ? (['below_minimum', { blockers, missing_kop }] as const)
    : (['blocked', { blockers }] as const);
  const details = blockers.map(({ detail }) => detail).join(' ');
  throw conflict(code, `Выплату сейчас не отправить. ${details}`, more);
}

/** Checks all blockers except the payout method, which approval checks and freezes. @throws ApiError 409 for the first blocked payment. */
export async function checkUnblocked(trx: Db, set: PaymentSet, at: Date) {
  const organization = await findPaymentTerms(trx, set.organizationId);
  const describeTax = await loadTaxStandings(trx, set, at);
  for (const payment of set.payments)
    checkNothingBlocks(
      paymentBlockers(payment, { organization, tax: describeTax(payment), method: undefined }, at),
    );
}

/** Reads the tax standings of the partners of payments. @returns a function from a payment to the standing of its partner. */
export async function loadTaxStandings(trx: Db, set: PaymentSet, at: Date) {
  const taxes = await findTaxStandings(trx, set.organizationId, getPartnerIds(set), at);
  return ({ partner }: LockedPayment): TaxStanding | null => {
    const tax = taxes.get(partner.id);
    if (tax === undefined) throw new Error('a payment has no partner');
    return tax;
  };
}

/** @throws ApiError 400 for a day in the future in a time zone. A day before the payment is accepted: the bank can be ahead of the entry. */
export function checkDay(day: string, timeZone: string, at: Date) {
  if (day > dayIn(at, timeZone)) throw invalid({ paid_on: ['Дата перевода еще не наступила.'] });
}
