import type { Receipt, TaxChecks, TaxStatus } from '@referral-dashboard/api-contract';
import { draftPayment } from './payments.ts';

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

export const awaited: Receipt = {
  id: draftPayment.id,
  payment: { id: draftPayment.id, number: 'В-7' },
  partner: draftPayment.partner,
  organization: draftPayment.organization,
  amount_kop: 330_000,
  paid_on: '2026-08-21',
  status: 'awaited',
  due_on: '2026-09-09',
  is_late: false,
  number: '',
  url: '',
  problem: '',
  given_at: null,
  checked_at: null,
  reminded_on: null,
};
