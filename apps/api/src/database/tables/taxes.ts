import type { TaxResidence } from '@referral-dashboard/api-contract';

/** Part of the tax base in kopecks, and its rate in basis points. */
export type TaxBracketAmount = { bps: number; kop: number };

/** Taxes of a payment to an individual, frozen at its approval. */
export type Withholding = {
  year: number;
  residence: TaxResidence;
  rates: TaxBracketAmount[];
  tax_kop: number;
  contributions: TaxBracketAmount[];
  contributions_kop: number;
};
