import type { RouteContract } from '@referral-dashboard/api-contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from './call.ts';
import { useApi } from './use-api.ts';
import { keyOf } from './use-read.ts';

/**
 * A call that changes something. Whatever lies under the paths of `stale` is read anew afterwards, after a refusal
 * too: what was shown may be what was refused.
 */
export function useWrite<Route extends RouteContract>(route: Route, stale: readonly RouteContract[]) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation<AnswerOf<Route>, Error, InputOf<Route>>({
    mutationFn: (input) => api.call(route, input),
    onSettled: () => Promise.all(stale.map((read) => client.invalidateQueries({ queryKey: keyOf(read) }))),
  });
}
