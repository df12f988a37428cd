import type { JoinPage } from '@referral-dashboard/api-contract';

/** Default application page. */
export const joinPage: JoinPage = {
  state: 'open',
  join_policy: 'by_request',
  organization: {
    name: 'Уют',
    legal_name: 'ООО «Уют»',
    inn: '7707083893',
    support_url: '',
    privacy_policy_url: 'https://example.ru/privacy',
    logo_path: null,
    colors: null,
  },
  program: {
    name: 'Окна для дома',
    description: '',
    reward: {
      version: 1,
      kind: 'fixed',
      fixed_kop: 50_000,
      percent_bps: null,
      tiers: null,
      cap_per_lead_kop: null,
      applies_to: 'first_sale',
      applies_to_limit: null,
      base: 'gross',
      cap_per_client_kop: null,
      cap_per_partner_kop: null,
      cap_period: null,
      measure: 'count',
      period: 'life',
      lines: null,
      mode: 'next',
    },
    reward_event: 'lead_qualified',
  },
  partner_kinds: ['individual', 'self_employed', 'legal'],
  payment_terms: 'Платим по пятницам.',
  offer: { version: 3, text: 'Договор с партнером.' },
  personal_data: { version: 2, text: 'Согласен на обработку данных.' },
};
