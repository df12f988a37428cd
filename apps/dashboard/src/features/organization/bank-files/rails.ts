import type { BankFileTemplate } from '@referral-dashboard/api-contract';

export type Rail = BankFileTemplate['rail'];

export const RAIL_LABELS: Record<Rail, string> = { sbp: 'СБП', bank_account: 'На счета' };
