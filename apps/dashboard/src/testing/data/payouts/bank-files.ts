import { type BankFiles, DEFAULT_BANK_FILES } from '@referral-dashboard/api-contract';

export const BANK_FILES = '/api/referral/bank-files/';

/** Default settings. */
export const bankFiles: BankFiles = { ...DEFAULT_BANK_FILES, version: 1 };
