import type { TaxResidence } from '@referral-dashboard/api-contract';

/** Part of the tax base in kopecks, and its rate in basis points. */
export type Slice = { bps: number; kop: number };

/** Taxes of a payment to an individual, frozen at its approval. */
export type Withholding = {
  year: number;
  residence: TaxResidence;
  rates: Slice[];
  tax_kop: number;
  contributions: Slice[];
  contributions_kop: number;
};
