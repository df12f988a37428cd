import type { BankFileTemplate } from '@referral-dashboard/api-contract';

export type Rail = BankFileTemplate['rail'];

export const RAILS: Record<Rail, string> = { sbp: 'СБП', bank_account: 'На счета' };
