import { homeRoutes } from '@referral-dashboard/api-contract';
import { parseQuery } from '@/shared/list/address.ts';
import { useAddress } from '@/shared/list/use-address.ts';

export const FIGURE_FILTERS = ['program', 'partner', 'source'] as const;
export type FigureFilter = (typeof FIGURE_FILTERS)[number];
export type FigureFilters = { [Name in FigureFilter]?: string };

/** Filters of the figures from the URL. Invalid values are ignored. */
export function useFigureFilters(): FigureFilters {
  const query = parseQuery(homeRoutes.homeSummary, useAddress().params);
  return Object.fromEntries(FIGURE_FILTERS.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
}
