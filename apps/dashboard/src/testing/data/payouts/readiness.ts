import type { PayoutReadiness } from '@referral-dashboard/api-contract';

/** Response for a partner that nothing blocks. */
export const payableNow: PayoutReadiness = {
  available_kop: 330_000,
  minimum_kop: 100_000,
  missing_kop: 0,
  blockers: [],
};
