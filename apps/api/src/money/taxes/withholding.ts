import type { TaxResidence } from '@referral-dashboard/api-contract';
import type { Withholding } from '../../database/tables/taxes.ts';
import { computeTax, contributionSlices, nonResidentSlices, residentSlices } from './rates.ts';

const ROUBLE = 100;

/** Earlier taxed payments to one person within a year, in kopecks. */
export type EarlierPayments = {
  /** Paid while the person was a resident. */
  resident_kop: number;
  /** Tax withheld from `resident_kop`. */
  resident_tax_kop: number;
  /** Paid in total: contributions do not depend on residence. */
  paid_kop: number;
};

export const NO_EARLIER_PAYMENTS: EarlierPayments = { resident_kop: 0, resident_tax_kop: 0, paid_kop: 0 };

type Taxed = { year: number; residence: TaxResidence; amount_kop: number };

/**
 * Computes the taxes of a payment. The tax of a resident is the tax on the income of the year, in whole roubles, minus the tax withheld
 * earlier. At most half of a payment is withheld; the remainder moves to the next one. Contributions are paid on top.
 */
export function computeWithholding(
  { year, residence, amount_kop }: Taxed,
  before: EarlierPayments,
): Withholding {
  const isResident = residence === 'resident';
  const rates = isResident
    ? residentSlices(year, before.resident_kop, amount_kop)
    : nonResidentSlices(amount_kop);
  const due = isResident
    ? computeTax(residentSlices(year, 0, before.resident_kop + amount_kop), ROUBLE) - before.resident_tax_kop
    : computeTax(rates, ROUBLE);
  const maxKop = Math.floor(amount_kop / 2 / ROUBLE) * ROUBLE;
  const contributions = contributionSlices(year, before.paid_kop, amount_kop);
  return {
    year,
    residence,
    rates,
    tax_kop: Math.min(Math.max(due, 0), maxKop),
    contributions,
    contributions_kop: computeTax(contributions, 1),
  };
}

/** Adds a payment to the earlier payments of the year. */
export const addTo = (
  before: EarlierPayments,
  amountKop: number,
  { residence, tax_kop }: Pick<Withholding, 'residence' | 'tax_kop'>,
): EarlierPayments => {
  const isResident = residence === 'resident';
  return {
    resident_kop: before.resident_kop + (isResident ? amountKop : 0),
    resident_tax_kop: before.resident_tax_kop + (isResident ? tax_kop : 0),
    paid_kop: before.paid_kop + amountKop,
  };
};
