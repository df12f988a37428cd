import type {
  HomeBalances,
  HomeFigures,
  HomeSales,
  HomeSeries,
  HomeStart,
  HomeSummary,
  HomeTop,
  OrganizationTask,
  PayoutTotals,
} from '@referral-dashboard/api-contract';
import { START_STEPS } from '@referral-dashboard/api-contract';

const HOME = '/api/home/';
export const homeUrls = {
  summary: `${HOME}summary/`,
  sales: `${HOME}sales/`,
  income: `${HOME}income/`,
  series: `${HOME}series/`,
  tasks: `${HOME}tasks/`,
  top: `${HOME}top/`,
  start: `${HOME}start/`,
  balance: `${HOME}balance/`,
  totals: '/api/referral/payments/totals/',
};

const now = { from: '2026-07-23', to: '2026-08-21' };
const before = { from: '2026-06-23', to: '2026-07-22' };

export const figures: HomeFigures = {
  ...now,
  clicks: 480,
  unique_clicks: 400,
  leads: 39,
  qualified: 12,
  won: 5,
  deal_kop: 50_000_000,
  rewards_kop: 1_250_050,
  reward_per_deal_kop: 250_010,
  paid_kop: 900_000,
  paid_partners: 2,
  returned_kop: 0,
  conversions: { click_to_lead: 813, lead_to_qualified: 3077, lead_to_won: 1282 },
};

export const summary: HomeSummary = {
  current: figures,
  previous: { ...figures, ...before, leads: 32, qualified: 16, won: 5, rewards_kop: 0, paid_kop: 1_000_000 },
};

/** Payments of clients: a third of the revenue is from repeat sales. */
export const homeSales: HomeSales = {
  current: {
    ...now,
    sales: 6,
    repeat_sales: 2,
    revenue_kop: 6_000_000,
    repeat_kop: 2_000_000,
    repeat_bps: 3333,
  },
  previous: { ...before, sales: 2, repeat_sales: 0, revenue_kop: 3_000_000, repeat_kop: 0, repeat_bps: 0 },
  partners: [
    {
      partner: { id: '01a2b3c4-0000-7000-8000-000000000001', name: 'Смирнов Алексей' },
      sales: 5,
      repeat_sales: 2,
      revenue_kop: 5_000_000,
      repeat_kop: 2_000_000,
    },
  ],
};

export const series: HomeSeries = {
  metric: 'leads',
  step: 'day',
  current: { ...now, points: [{ from: '2026-07-23', to: '2026-07-23', value: 39 }] },
  previous: { ...before, points: [{ from: '2026-06-23', to: '2026-06-23', value: 32 }] },
};

export const top: HomeTop = {
  ...now,
  partners: [
    {
      partner: { id: '01a2b3c4-0000-7000-8000-000000000001', name: 'Смирнов Алексей' },
      leads: 24,
      won: 5,
      rewards_kop: 1_250_050,
      deal_kop: 50_000_000,
    },
  ],
  programs: [
    {
      program: { id: '01a2b3c4-0000-7000-8000-0000000000b1', name: 'Окна для дома' },
      leads: 39,
      won: 5,
      deal_kop: 50_000_000,
    },
  ],
  sources: [
    { source: 'public_form', leads: 13, won: 4, deal_kop: 40_000_000 },
    { source: 'partner', leads: 26, won: 1, deal_kop: 10_000_000 },
    { source: 'organization', leads: 0, won: 0, deal_kop: 0 },
    { source: 'own_site', leads: 0, won: 0, deal_kop: 0 },
    { source: 'import', leads: 0, won: 0, deal_kop: 0 },
  ],
  utm_sources: [{ utm_source: 'vk', leads: 12, won: 2, deal_kop: 20_000_000 }],
};

export const tasks: { results: OrganizationTask[] } = { results: [] };

/** First steps of an organization, `done` of them completed. */
export const startedSteps = (done: number): HomeStart => ({
  senders: { email: true, telegram: true },
  results: START_STEPS.map((step, index) => ({ step, done: index < done, id: null })),
});

/** Totals of an organization that owes its partners 103 900 ₽ now. */
export const payoutTotals: PayoutTotals = {
  ready: { count: 9, sum_kop: 8_430_000 },
  blocked: { count: 2, sum_kop: 1_960_000, reasons: [{ code: 'no_method', count: 2, sum_kop: 1_960_000 }] },
  debts: { count: 0, sum_kop: 0 },
  hold: { count: 3, sum_kop: 1_000_000 },
  review: { count: 0, sum_kop: 0 },
  under_way: { count: 1, sum_kop: 250_000 },
  paid: { count: 4, sum_kop: 5_000_000 },
  held_up: 2,
  releases: {
    next: [
      { date: '2026-08-25', amount_kop: 420_000 },
      { date: '2026-09-01', amount_kop: 180_000 },
      { date: '2027-01-09', amount_kop: 100_000 },
    ],
    later_kop: 300_000,
  },
};

export const CARD_ID = '01a2b3c4-0000-7000-8000-000000000001';

/** Balance of a partner with 3 300 ₽ available. */
export const balance: HomeBalances['results'][number] = {
  organization: { id: '01a2b3c4-0000-7000-8000-0000000000aa', name: 'Окна Плюс' },
  partner: { id: CARD_ID, name: 'Смирнов Алексей' },
  earned_kop: 1_250_000,
  hold_kop: 420_000,
  review_kop: 0,
  available_kop: 330_000,
  reserved_kop: 0,
  paid_kop: 500_000,
  releases: { next: [{ date: '2026-08-25', amount_kop: 420_000 }], later_kop: 0 },
  minimum_kop: 100_000,
  missing_kop: 0,
  blockers: [],
  request: null,
};
