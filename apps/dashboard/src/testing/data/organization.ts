import type { Organization, Senders } from '@referral-dashboard/api-contract';

/** Organization of the user Анна. */
export const organization: Organization = {
  id: '00000004-0000-7000-8000-000000000001',
  name: 'Уют',
  legal_name: 'ООО «Уют»',
  inn: '',
  site: '',
  support_url: '',
  privacy_policy_url: 'https://example.ru/privacy',
  privacy_policy: '',
  default_hold_days: 14,
  default_min_payout_kop: 100_000,
  time_zone: 'Europe/Moscow',
  four_eyes: false,
  separate_approver: false,
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
  withholds_tax_since: '2026-01-12T07:00:00.000Z',
  payment_terms: '',
  offer: null,
  personal_data: null,
};

/** Mail and Telegram settings of an organization that has not configured them. */
export const senders: Senders = {
  test_address: 'anna@example.ru',
  carries_codes: true,
  email: {
    source: 'none',
    host: '',
    port: 465,
    encryption: 'tls',
    user: '',
    has_password: false,
    is_unreadable: false,
    from_address: '',
    from_name: '',
  },
  telegram: { source: 'none', bot_id: '', bot: '', is_unreadable: false, link: 'none' },
};
