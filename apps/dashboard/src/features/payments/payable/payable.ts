import { paymentRoutes } from '@referral-dashboard/api-contract';
import type { ResponseOf } from '@/shared/api/call.ts';
import { type Selection, useSelection } from '@/shared/list/selection/use-selection.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { usePage } from '@/shared/list/use-list.ts';

type PayableRow = ResponseOf<typeof paymentRoutes.payablePartners>['results'][number];

/** Partner with money to be paid. `id` is the id of the partner. */
export type Payable = PayableRow & { readonly id: string };

export type PayableSelection = Selection<Payable>;

/** Returns true if nothing blocks payment to the partner. */
export const isReady = ({ blockers }: Payable) => blockers.length === 0;

export const sumAvailable = (payables: readonly Payable[]) =>
  payables.reduce((sum, { available_kop }) => sum + available_kop, 0);

/** Sums of the payable rows from the first one to each of them, in kopecks by partner id. */
export function computeRunningTotals(payables: readonly Payable[]): ReadonlyMap<string, number> {
  let sum = 0;
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
  const { query, page, answer } = usePage<PayableRow>(paymentRoutes.payablePartners, address);
  const payables: readonly Payable[] = (answer?.results ?? []).map((one) => ({ ...one, id: one.partner.id }));
  return {
    address,
    page,
    payables,
    next: answer?.next ?? null,
    previous: answer?.previous ?? null,
    isSearched: ['search', 'due', 'reason'].some((name) => query[name] !== undefined),
    isBlocked: query['due'] === 'blocked' || query['reason'] !== undefined,
    // A new search keeps the selection, because users find and select partners one by one.
    selection: useSelection(payables, {}, payables.length, { canSelect: isReady }),
  };
}
