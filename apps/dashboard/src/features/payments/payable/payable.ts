import { paymentRoutes } from '@referral-dashboard/api-contract';
import type { AnswerOf } from '../../../shared/api/call.ts';
import { type Selection, useSelection } from '../../../shared/list/selection/use-selection.ts';
import { useAddress } from '../../../shared/list/use-address.ts';
import { usePage } from '../../../shared/list/use-list.ts';

type Answered = AnswerOf<typeof paymentRoutes.payablePartners>['results'][number];

/** A partner with something to be paid, under the partner's id. */
export type Payable = Answered & { readonly id: string };

export type PayableSelection = Selection<Payable>;

/** Predicate: nothing stands between the partner and its money. */
export const isReady = ({ blockers }: Payable) => blockers.length === 0;

export const sumOf = (payables: readonly Payable[]) =>
  payables.reduce((sum, { available_kop }) => sum + available_kop, 0);

/** Partners with something to be paid, as the address asks for them, and those ticked. */
export function usePayables() {
  const address = useAddress();
  const { query, page, answer } = usePage<Answered>(paymentRoutes.payablePartners, address);
  const payables: readonly Payable[] = (answer?.results ?? []).map((one) => ({ ...one, id: one.partner.id }));
  return {
    address,
    page,
    payables,
    next: answer?.next ?? null,
    previous: answer?.previous ?? null,
    isSearched: ['search', 'due', 'reason'].some((name) => query[name] !== undefined),
    isBlocked: query['due'] === 'blocked' || query['reason'] !== undefined,
    // One is found, ticked, and the next one searched for: a search drops none of them.
    selection: useSelection(payables, {}, payables.length, { canSelect: isReady }),
  };
}
