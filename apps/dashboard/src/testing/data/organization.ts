import { type BankFiles, type Organization, USUAL_BANK_FILES } from '@referral-dashboard/api-contract';

/** The organization of Анна. */
export const organization: Organization = {
  id: '00000004-0000-7000-8000-000000000001',
  name: 'Уют',
  legal_name: 'ООО «Уют»',
  inn: '',
  site: '',
  privacy_policy_url: 'https://example.ru/privacy',
  default_hold_days: 14,
  default_min_payout_kop: 100_000,
  time_zone: 'Europe/Moscow',
  four_eyes: false,
  kpp: '',
  bank_name: '',
  bank_bik: '',
  bank_account: '',
  bank_corr_account: '',
  brand_color: '',
  logo_path: null,
  partner_kinds: ['individual', 'self_employed', 'ip', 'legal'],
  vat_ip: 'none',
  vat_legal: 'none',
  receipts_required: true,
  payment_terms: '',
  offer: null,
  personal_data: null,
};

export const BANK_FILES = '/api/referral/bank-files/';

/** Settings of files for the bank that nobody has changed. */
export const bankFiles: BankFiles = { ...USUAL_BANK_FILES, version: 1 };
