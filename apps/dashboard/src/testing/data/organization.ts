import type { Organization } from '@referral-dashboard/api-contract';

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
};
