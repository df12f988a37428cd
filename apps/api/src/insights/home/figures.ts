import type {
  HomeFigures,
  HomeQuery,
  HomeSeries,
  HomeSeriesQuery,
  HomeSummary,
} from '@referral-dashboard/api-contract';
import type { Period } from '../../database/figures/periods.ts';
import { toBps } from '../../database/figures/shares.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions } from '../../platform/db/lists/conditions.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import {
  type DayFigures,
  dayFigures,
  hasOrigin,
  ofLeadsOfOrigin,
  type PaidSums,
  paidSums,
} from './figures.repo.ts';
import { periodBefore, requestedPeriod, splitPeriod } from './periods.ts';
import { revenueOfDays } from './sales.ts';
import { findToday, visibleFigures } from './visible-figures.ts';

/** The requested period, the period before it, and the daily figures of both. */
async function read(db: Db, viewer: Viewer, query: HomeQuery, now: Date) {
  const period = requestedPeriod(query, await findToday(db, viewer, now));
  const before = periodBefore(period);
  const ofAll = viewer.role === 'organization' && query.partner === undefined;
  const rows = { isVisible: visibleFigures(viewer, query), ofAll, origin: query };
  const days = await dayFigures(db, rows, { from: before.from, to: period.to });
  return { period, before, days };
}

const total = <Metric extends string>(
  days: readonly ({ day: string } & Record<Metric, number>)[],
  metric: Metric,
  { from, to }: Period,
) =>
  days.reduce((sum, figures) => (figures.day >= from && figures.day <= to ? sum + figures[metric] : sum), 0);

/** The mean per row, rounded half up; null without rows. Exact, although twice a total may exceed 2^53. */
function perRow(sum: number, rows: number) {
  if (rows === 0) return null;
  const rest = ((sum % rows) + rows) % rows;
  return (sum - rest) / rows + (2 * rest >= rows ? 1 : 0);
}

function sumFigures(days: readonly DayFigures[], period: Period, paid: PaidSums | undefined): HomeFigures {
  const [clicks, leads] = [total(days, 'clicks', period), total(days, 'leads', period)];
  const [qualified, won] = [total(days, 'qualified', period), total(days, 'won', period)];
  const rewards_kop = total(days, 'rewards_kop', period);
  return {
    ...period,
    clicks,
    leads,
    qualified,
    won,
    unique_clicks: total(days, 'unique_clicks', period),
    deal_kop: total(days, 'deal_kop', period),
    rewards_kop,
    reward_per_deal_kop: perRow(rewards_kop, won),
    paid_kop: paid?.paid_kop ?? 0,
    paid_partners: paid?.paid_partners ?? 0,
    returned_kop: paid?.returned_kop ?? 0,
    conversions: {
      click_to_lead: toBps(leads, clicks),
      lead_to_qualified: toBps(qualified, leads),
      lead_to_won: toBps(won, leads),
    },
  };
}

export async function summary(db: Db, viewer: Viewer, query: HomeQuery, now: Date): Promise<HomeSummary> {
  const { period, before, days } = await read(db, viewer, query, now);
  const byAccrual = query.program !== undefined || hasOrigin(query);
  const isVisible = joinConditions([visibleFigures(viewer, query), ...ofLeadsOfOrigin(query)]);
  const isOwn = visibleFigures(viewer, { partner: query.partner });
  const [paid, paidBefore] = await paidSums(db, { isVisible, isOwn, byAccrual }, [period, before]);
  return { current: sumFigures(days, period, paid), previous: sumFigures(days, before, paidBefore) };
}

export async function series(db: Db, viewer: Viewer, query: HomeSeriesQuery, now: Date): Promise<HomeSeries> {
  const { metric, step } = query;
  const { period, before, totalOf } = await readMetric(db, viewer, query, now);
  const toPoints = (whole: Period) => ({
    ...whole,
    points: splitPeriod(whole, step).map((part) => ({ ...part, value: totalOf(part) })),
  });
  return { metric, step, current: toPoints(period), previous: toPoints(before) };
}

/** The requested period, the period before it, and the total of a metric in any part of both. */
async function readMetric(db: Db, viewer: Viewer, { metric, ...query }: HomeSeriesQuery, now: Date) {
  if (metric !== 'revenue_kop') {
    const { days, ...periods } = await read(db, viewer, query, now);
    return { ...periods, totalOf: (part: Period) => total(days, metric, part) };
  }
  const period = requestedPeriod(query, await findToday(db, viewer, now));
  const before = periodBefore(period);
  const days = await revenueOfDays(db, viewer, query, { from: before.from, to: period.to });
  return { period, before, totalOf: (part: Period) => total(days, metric, part) };
}
