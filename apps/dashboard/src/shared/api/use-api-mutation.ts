import type { RouteContract } from '@referral-dashboard/api-contract';
import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { InputOf, ResponseOf } from './call.ts';
import { useApi } from './use-api.ts';
import { buildQueryKey } from './use-api-query.ts';

type Callbacks<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (error: Error) => void };

/** Writes the response to the cache. Returns a predicate for the queries that do not need a refetch. */
type UpdateCache<Answer> = (client: QueryClient, answer: Answer) => (query: Query) => boolean;

/**
 * Mutation hook for a route. After each call it refetches all reads below the paths of `stale`, on errors too, because outdated data may
 * have caused the error. A call with the same input joins the pending request, because a double click arrives before the button is busy.
 *
 * @param place Updates the cache from the response. By default, all reads in `stale` are refetched.
 * @param options With `isOrdered`, all calls run one after another, so the last one wins; none joins another.
 */
export function useApiMutation<Route extends RouteContract>(
  route: Route,
  stale: readonly RouteContract[],
  updateCache: UpdateCache<ResponseOf<Route>> = () => () => false,
  { isOrdered = false }: { isOrdered?: boolean } = {},
) {
  const api = useApi();
  const client = useQueryClient();
  const pending = useRef(new Map<string, Promise<ResponseOf<Route>>>());
  const send = (input: InputOf<Route>) => {
    const key = JSON.stringify(input);
    const request = pending.current.get(key) ?? api.call(route, input);
    pending.current.set(key, request);
    return request.finally(() => pending.current.delete(key));
  };
  const mutation = useMutation<ResponseOf<Route>, Error, InputOf<Route>>({
    mutationFn: send,
    ...(isOrdered && { scope: { id: route.path } }),
    onSettled: (answer) => {
      const isUpdated = answer === undefined ? () => false : updateCache(client, answer);
      const predicate = (query: Query) => !isUpdated(query);
      return Promise.all(
        stale.map((read) => client.invalidateQueries({ queryKey: buildQueryKey(read), predicate })),
      );
    },
  });
  // TanStack skips the callbacks of `mutate` when the component unmounts, e.g. after a refetch, so they are attached to the promise.
  const mutate = (input: InputOf<Route>, { onSuccess, onError }: Callbacks<ResponseOf<Route>> = {}) => {
    // The first call reports the result; a repeated call must not report it again.
    if (!isOrdered && pending.current.has(JSON.stringify(input))) return;
    void mutation.mutateAsync(input).then(onSuccess, (error: Error) => onError?.(error));
  };
  return { ...mutation, mutate };
}
