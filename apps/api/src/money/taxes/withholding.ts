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
  /** Tax on payments to a non-resident that exceeded half of them and is not withheld yet. */
  missing_tax_kop: number;
  /** Earned in total: contributions do not depend on residence. */
  earned_kop: number;
};

export const NO_EARLIER_PAYMENTS: EarlierPayments = {
  resident_kop: 0,
  resident_tax_kop: 0,
  missing_tax_kop: 0,
  earned_kop: 0,
};

type Taxed = {
  year: number;
  residence: TaxResidence;
  /** Income: the amount without transfer debts. */
  earned_kop: number;
  amount_kop: number;
};

/** Returns the tax on one payment to a non-resident, in kopecks. */
export const nonResidentTax = (earnedKop: number) => computeTax(nonResidentSlices(earnedKop), ROUBLE);

/**
 * Computes the taxes of a payment on what the person earned, also when a part of it settles a debt. The tax of a resident is the tax on the
 * income of the year, in whole roubles, minus the tax withheld earlier. At most half of the amount is withheld; the remainder moves to the next
 * payment. Contributions are paid on top.
 */
export function computeWithholding(
  { year, residence, earned_kop, amount_kop }: Taxed,
  before: EarlierPayments,
): Withholding {
  const isResident = residence === 'resident';
  const rates = isResident
    ? residentSlices(year, before.resident_kop, earned_kop)
    : nonResidentSlices(earned_kop);
  const due = isResident
    ? computeTax(residentSlices(year, 0, before.resident_kop + earned_kop), ROUBLE) - before.resident_tax_kop
    : nonResidentTax(earned_kop) + before.missing_tax_kop;
  const maxKop = Math.floor(amount_kop / 2 / ROUBLE) * ROUBLE;
  const contributions = contributionSlices(year, before.earned_kop, earned_kop);
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
export function addTo(
  before: EarlierPayments,
  earnedKop: number,
  { residence, tax_kop }: Pick<Withholding, 'residence' | 'tax_kop'>,
): EarlierPayments {
  const earned_kop = before.earned_kop + earnedKop;
  return residence === 'resident'
    ? {
        ...before,
        earned_kop,
        resident_kop: before.resident_kop + earnedKop,
        resident_tax_kop: before.resident_tax_kop + tax_kop,
      }
    : {
        ...before,
        earned_kop,
        missing_tax_kop: before.missing_tax_kop + nonResidentTax(earnedKop) - tax_kop,
      };
}
