import type { Receipt } from '@referral-dashboard/api-contract';
import { draftPayment } from './payments.ts';

export const awaitedReceipt: Receipt = {
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
