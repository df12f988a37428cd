import { z } from 'zod';
import { exportFormat } from '../base/exports.ts';
import { commaList, idList } from '../base/pagination.ts';
import { getStates, stateMachines } from '../base/state-machines.ts';
import { balance, releases } from '../money/accruals.ts';
import { blocker } from '../money/payable.ts';
import { LEAD_SOURCES, utmTag } from '../referrals/leads/leads.ts';
import { totalKop } from '../values/money.ts';
import { numbered, reference } from '../values/references.ts';
import { day, id, oneOf, queryParameters } from '../values/values.ts';

const period = { from: day.optional(), to: day.optional() };
const filters = {
  ...period,
  program: idList,
  partner: idList,
  source: commaList(oneOf(LEAD_SOURCES)),
  utm_source: commaList(utmTag),
};

/**
 * Both dates are included, in the organization's time zone; at most 366 days. `to` defaults to today, `from` to 30 days. A partner sees
 * only their own data with any filter. With a filter of `source` or `utm_source`, money is that of the matching leads, and visits are zero:
 * they have neither.
 */
export const homeQuery = queryParameters(filters);
export type HomeQuery = z.output<typeof homeQuery>;
export const homeExportQuery = queryParameters({ format: exportFormat, ...filters });

/** Figures with a daily series. */
export const HOME_METRICS = [
  'leads',
  'qualified',
  'won',
  'deal_kop',
  'revenue_kop',
  'rewards_kop',
  'clicks',
] as const;
export type HomeMetric = (typeof HOME_METRICS)[number];
export const HOME_STEPS = ['day', 'week', 'month'] as const;
export type HomeStep = (typeof HOME_STEPS)[number];

export const homeSeriesQuery = queryParameters({
  ...filters,
  metric: oneOf(HOME_METRICS).default('leads'),
  step: oneOf(HOME_STEPS).default('day'),
});
export type HomeSeriesQuery = z.output<typeof homeSeriesQuery>;

const days = { from: z.iso.date(), to: z.iso.date() };
const share = z.int().nullable();

/** Figures of a period. The lists return the same rows with the filters named here, `created_from` and `created_to`. */
const figures = z.object({
  ...days,
  clicks: z.int().describe('Visits of referral pages without robots.'),
  unique_clicks: z.int().describe('Unique visitors: one visit per link and visitor in 24 hours.'),
  leads: z.int().describe('Leads without duplicates: status=new,in_progress,qualified,won,lost,rejected.'),
  qualified: z.int().describe('Leads that are confirmed now: status=qualified,won.'),
  won: z.int().describe('Leads that are won now: status=won.'),
  deal_kop: totalKop.describe('Sum of the won deals.'),
  rewards_kop: totalKop.describe('Accruals of any kind: status=hold,review,available,reserved,paid.'),
  reward_per_deal_kop: totalKop
    .nullable()
    .describe('Rewards divided by deals, rounded half up; null without deals.'),
  paid_kop: totalKop.describe(
    'Payments in the period: status=paid with paid_from and paid_to. With a filter of programs, sources or UTM tags: their matching accruals.',
  ),
  paid_partners: z.int().describe('Partners who were paid in the period.'),
  returned_kop: totalKop.describe(
    'Payments of earlier days that the bank returned in the period: status=returned with returned_from, returned_to and paid_to.',
  ),
  conversions: z
    .object({ click_to_lead: share, lead_to_qualified: share, lead_to_won: share })
    .describe(
      'In basis points, rounded half up; null when the divisor is zero. Leads may come without clicks, so over 10000 is possible.',
    ),
});
export type HomeFigures = z.infer<typeof figures>;

/** Figures of a period and of the preceding period of the same length. */
export const homeSummary = z.object({ current: figures, previous: figures });
export type HomeSummary = z.infer<typeof homeSummary>;

const sold = {
  sales: z.int().describe('Payments of clients, without canceled ones and refunds.'),
  repeat_sales: z.int().describe('All but the deals of the leads that brought the clients.'),
  revenue_kop: totalKop.describe('Payments minus refunds, each on its day.'),
  repeat_kop: totalKop.describe('Part of the revenue from repeat sales.'),
};
const saleFigures = z.object({
  ...days,
  ...sold,
  repeat_bps: share.describe('Share of repeat sales in the revenue; null without revenue.'),
});
export type SaleFigures = z.infer<typeof saleFigures>;

/**
 * Payments of clients in a period and in the preceding period of the same length. The list of sales has the same rows with `from` and `to`.
 * Sources are those of the lead that brought the client.
 */
export const homeSales = z.object({
  current: saleFigures,
  previous: saleFigures,
  partners: z
    .array(z.object({ partner: reference, ...sold }))
    .describe('The ten partners with the largest revenue.'),
});
export type HomeSales = z.infer<typeof homeSales>;

/**
 * Income of a partner in the last twelve months, oldest first, and by client, largest first. Accruals that are not canceled count on the day
 * of their creation; the list of accruals has the same rows with `created_from`, `created_to` and `client`.
 */
export const homeIncome = z.object({
  months: z.array(z.object({ month: z.string().describe('2026-11'), amount_kop: totalKop })),
  clients: z
    .array(
      z.object({
        client: numbered
          .extend({ name: z.string() })
          .nullable()
          .describe('Null for accruals without a client, such as bonuses.'),
        ends_at: z.iso.date().nullable().describe('Last day of the latest attachment; null without a term.'),
        closed_at: z.iso.datetime().nullable(),
        amount_kop: totalKop,
      }),
    )
    .describe('At most 50.'),
});
export type HomeIncome = z.infer<typeof homeIncome>;
/** `client` limits the income to the accruals for one client. */
export const homeIncomeQuery = queryParameters({ client: id.optional() });
export type HomeIncomeQuery = z.output<typeof homeIncomeQuery>;
export const homeIncomeExportQuery = queryParameters({ format: exportFormat });

const steps = z.object({
  ...days,
  points: z
    .array(z.object({ ...days, value: z.number() }))
    .describe(
      'Days, weeks from Monday, or months, cut to the period. Their sum is the value of the summary.',
    ),
});
export const homeSeries = z.object({
  metric: z.enum(HOME_METRICS),
  step: z.enum(HOME_STEPS),
  current: steps,
  previous: steps,
});
export type HomeSeries = z.infer<typeof homeSeries>;

export const homeTopQuery = queryParameters({
  ...filters,
  by: oneOf(['rewards_kop', 'won', 'leads']).default('rewards_kop'),
  limit: oneOf(['5', '12']).default('5').transform(Number).describe('Maximum number of partners.'),
});
export type HomeTopQuery = z.output<typeof homeTopQuery>;

const topSums = { leads: z.int(), won: z.int(), deal_kop: totalKop };

/** Top partners, programs and sources of a period, with the figures of the summary. No list is filtered by its own dimension. */
export const homeTop = z.object({
  ...days,
  partners: z
    .array(
      z.object({
        partner: reference,
        leads: z.int(),
        won: z.int(),
        rewards_kop: totalKop,
        deal_kop: totalKop.describe('Sum of the won deals.'),
      }),
    )
    .describe('At most `limit` partners by the requested figure, without zero values.'),
  programs: z
    .array(z.object({ program: reference, ...topSums }))
    .describe('The five programs with the most leads.'),
  sources: z
    .array(z.object({ source: z.enum(LEAD_SOURCES), ...topSums }))
    .describe('All sources, also those without leads.'),
  utm_sources: z
    .array(z.object({ utm_source: z.string(), ...topSums }))
    .describe('The five values of `utm_source` with the most leads.'),
});
export type HomeTop = z.infer<typeof homeTop>;

/** Balances of a partner by organization, with the next releases and the open payment request. */
export const homeBalances = z.object({
  results: z.array(
    balance.extend({
      organization: reference,
      partner: reference.describe("The partner's card in that organization."),
      releases,
      minimum_kop: z.int(),
      missing_kop: totalKop.describe('Amount missing to the minimum; 0 when it is reached.'),
      blockers: z.array(blocker),
      request: z
        .object({
          id: z.uuid(),
          number: z.string().describe('В-7'),
          status: z.enum(getStates(stateMachines.payment)),
          amount_kop: totalKop,
          created_at: z.iso.datetime(),
        })
        .nullable()
        .describe('The latest requested payment that is neither paid nor canceled.'),
    }),
  ),
});
export type HomeBalances = z.infer<typeof homeBalances>;
