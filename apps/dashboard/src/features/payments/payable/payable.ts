import { paymentRoutes } from '@referral-dashboard/api-contract';
import type { ResponseOf } from '@/shared/api/call.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { parseQuery } from '@/shared/list/address.ts';
import { type Selection, useSelection } from '@/shared/list/selection/use-selection.ts';
import { useAddress } from '@/shared/list/use-address.ts';

type PayableRow = ResponseOf<typeof paymentRoutes.payablePartners>['results'][number];

/** Partner with money to be paid. `id` is the id of the partner. */
export type Payable = PayableRow & { readonly id: string };

export type PayableSelection = Selection<Payable>;

/** Returns true if nothing blocks payment to the partner. */
export const isReady = ({ blockers }: Payable) => blockers.length === 0;

export const sumAvailable = (payables: readonly Payable[]) =>
  payables.reduce((sum, { available_kop }) => sum + available_kop, 0);

/**
 * Sums of the payable partners, from the first of the list to each of a page, in kopecks by partner id.
 *
 * @param precedingKop Sum of those before the page.
 */
export function computeRunningTotals(
  payables: readonly Payable[],
  precedingKop: number,
): ReadonlyMap<string, number> {
  let sum = precedingKop;
  return new Map(
    payables.filter(isReady).map(({ id, available_kop }) => {
      sum += available_kop;
      return [id, sum];
    }),
  );
}

/** Partners with money to be paid that match the filters in the URL, and the selection. */
export function usePayableList() {
  const address = useAddress();
  const route = paymentRoutes.payablePartners;
  const query = parseQuery(route, address.params);
  const page = useApiQuery(route, { query: query as never }, { keepPrevious: true });
  const answer = page.data;
  const payables: readonly Payable[] = (answer?.results ?? []).map((one) => ({ ...one, id: one.partner.id }));
  return {
    address,
    page,
    payables,
    precedingKop: answer?.preceding_kop ?? 0,
    next: answer?.next ?? null,
    previous: answer?.previous ?? null,
    isSearched: ['search', 'due', 'reason'].some((name) => query[name] !== undefined),
    isBlocked: query['due'] === 'blocked' || query['reason'] !== undefined,
    // A new search keeps the selection, because users find and select partners one by one.
    selection: useSelection(payables, {}, payables.length, { canSelect: isReady }),
  };
}
