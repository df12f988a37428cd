import { homeRoutes } from '@referral-dashboard/api-contract';
import { parseQuery } from '@/shared/list/address.ts';
import { useAddress } from '@/shared/list/use-address.ts';

export const FIGURE_FILTERS = ['program', 'partner', 'source', 'utm_source'] as const;
export type FigureFilter = (typeof FIGURE_FILTERS)[number];
export type FigureFilters = { [Name in FigureFilter]?: string };

/** Whether the figures are those of leads of some origin. Visits have none, and lists of accruals and payments have no such filter. */
export const hasOrigin = ({ source, utm_source }: FigureFilters) => Boolean(source ?? utm_source);

/** Filters of the figures from the URL. Invalid values are ignored. */
export function useFigureFilters(): FigureFilters {
  const query = parseQuery(homeRoutes.homeSummary, useAddress().params);
  return Object.fromEntries(FIGURE_FILTERS.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
}
