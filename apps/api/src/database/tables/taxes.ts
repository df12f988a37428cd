import type { TaxResidence } from '@referral-dashboard/api-contract';

/** Part of a base, in kopecks, and its rate in hundredths of a percent. */
export type Slice = { bps: number; kop: number };

/** Taxes of a payment to a physical person, as they are frozen at its approval. */
export type Withholding = {
  year: number;
  residence: TaxResidence;
  rates: Slice[];
  tax_kop: number;
  contributions: Slice[];
  contributions_kop: number;
};
