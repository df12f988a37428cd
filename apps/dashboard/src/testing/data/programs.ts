import type { Program } from '@referral-dashboard/api-contract';

const NO_REWARD = {
  fixed_kop: null,
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
} as const;

/** A reward rule: a share of the deal in basis points. */
export const createPercentReward = (percent_bps: number): Program['reward'] => ({
  ...NO_REWARD,
  version: 1,
  kind: 'percent',
  percent_bps,
});

/** A program with all fields of the organization view. */
export const createProgram = (fields: Partial<Program> = {}): Program => ({
  id: '00000002-0000-7000-8000-000000000001',
  organization: { id: '00000004-0000-7000-8000-000000000001', name: 'Уют' },
  name: 'Окна для дома',
  description: '',
  version: 1,
  status: 'active',
  effective_status: 'active',
  reward_event: 'deal_won',
  reward: createPercentReward(750),
  hold_days: 14,
  join_policy: 'open',
  join_code: '0123456789ab',
  starts_at: null,
  ends_at: null,
  attribution_window_days: 30,
  landing_mode: 'page',
  landing_url: '',
  attribution: 'last',
  duplicate_window_days: 90,
  landing: { title: '', subtitle: '', text: '', button_text: '', success_text: '' },
  ad_label: '',
  ad_erid: '',
  figures: { partners: 1, clicks: 0, leads: 0, won: 0, rewards_kop: 0 },
  budget_kop: null,
  is_exhausted: false,
  consent_text: '',
  consent_version: 1,
  created_at: '2026-08-01T09:00:00.000Z',
  updated_at: '2026-08-01T09:00:00.000Z',
  ...fields,
});

/** Recent activity of a program in the list of its organization. */
export const programActivity = { weekly_leads: [0, 0, 0, 0, 0, 0, 0, 2, 4, 3, 2, 3], deal_share_bps: 4_025 };
