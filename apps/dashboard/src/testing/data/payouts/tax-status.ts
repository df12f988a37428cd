import type { TaxChecks, TaxStatus } from '@referral-dashboard/api-contract';

export const RECEIPTS = '/api/referral/receipts/';
export const TAX_CHECKS = '/api/referral/tax-status/';

export const taxStatus: TaxStatus = {
  status: 'active',
  checked_on: '2026-08-20',
  is_waiting: false,
  problem: '',
  year: 2026,
  paid_kop: 48_000_000,
  limit_kop: 240_000_000,
};

export const taxChecks: TaxChecks = { is_asked: true, total: 40, done: 12, failed: 0, waiting: 28 };
