import type { RouteContract } from '@referral-dashboard/api-contract';
import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AnswerOf, InputOf } from './call.ts';
import { useApi } from './use-api.ts';
import { keyOf } from './use-read.ts';

type Outcome<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (error: Error) => void };

/** Writes the response to the cache. Returns a predicate for the queries that do not need a refetch. */
type Place<Answer> = (client: QueryClient, answer: Answer) => (query: Query) => boolean;

/**
 * Mutation hook for a route. After each call it refetches all reads below the paths of `stale`, on errors too, because outdated data may
 * have caused the error. A call with the same input joins the pending request, because a double click arrives before the button is busy.
 *
 * @param place Updates the cache from the response. By default, all reads in `stale` are refetched.
 * @param options With `isOrdered`, calls run one after another, so the last one wins.
 */
export function useWrite<Route extends RouteContract>(
  route: Route,
  stale: readonly RouteContract[],
  place: Place<AnswerOf<Route>> = () => () => false,
  { isOrdered = false }: { isOrdered?: boolean } = {},
) {
  const api = useApi();
  const client = useQueryClient();
  const underWay = useRef(new Map<string, Promise<AnswerOf<Route>>>());
  const send = (input: InputOf<Route>) => {
    const said = JSON.stringify(input);
    const sent = underWay.current.get(said) ?? api.call(route, input);
    underWay.current.set(said, sent);
    return sent.finally(() => underWay.current.delete(said));
  };
  const mutation = useMutation<AnswerOf<Route>, Error, InputOf<Route>>({
    mutationFn: send,
    ...(isOrdered && { scope: { id: route.path } }),
    onSettled: (answer) => {
      const isPlaced = answer === undefined ? () => false : place(client, answer);
      const predicate = (query: Query) => !isPlaced(query);
      return Promise.all(stale.map((read) => client.invalidateQueries({ queryKey: keyOf(read), predicate })));
    },
  });
  // TanStack skips the callbacks of `mutate` when the component unmounts, e.g. after a refetch, so they are attached to the promise.
  const mutate = (input: InputOf<Route>, { onSuccess, onError }: Outcome<AnswerOf<Route>> = {}) => {
    // The first call reports the result; a repeated call must not report it again.
    if (underWay.current.has(JSON.stringify(input))) return;
    void mutation.mutateAsync(input).then(onSuccess, (error: Error) => onError?.(error));
  };
  return { ...mutation, mutate };
}
