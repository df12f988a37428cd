import type { HomeTop } from '@referral-dashboard/api-contract';

type Source = HomeTop['sources'][number];

/** Sources as rows, those with the largest share of leads first, then of deals. */
export const sortByShare = (sources: readonly Source[]) =>
  sources
    .toSorted((one, other) => other.leads - one.leads || other.won - one.won)
    .map((row) => ({ ...row, id: row.source }));

/** Share of a source in the leads or deals of all sources, in basis points; null without any. */
export function getShareBps(sources: readonly Source[], name: 'leads' | 'won', { [name]: count }: Source) {
  const total = sources.reduce((sum, source) => sum + source[name], 0);
  return total === 0 ? null : Math.round((count / total) * 10_000);
}
