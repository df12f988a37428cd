import type { RouteContract } from '@referral-dashboard/api-contract';
import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AnswerOf, InputOf } from './call.ts';
import { useApi } from './use-api.ts';
import { keyOf } from './use-read.ts';

type Outcome<Answer> = { onSuccess?: (answer: Answer) => void; onError?: (error: Error) => void };

/** Puts an answer into what is cached; returns a predicate for what need not be read anew. */
type Place<Answer> = (client: QueryClient, answer: Answer) => (query: Query) => boolean;

/**
 * A call that changes something. Whatever lies under the paths of `stale` is read anew afterwards, after a refusal
 * too: what was shown may be what was refused. The same call while the first is under way is the first one: a second
 * press comes before the button has been drawn as busy.
 *
 * @param place left out: all of it is read anew.
 * @param options `isOrdered`: each call starts after the previous one has ended, so that the last one wins.
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
  // TanStack's own callbacks of one call are dropped when what made it is gone, as a step is once its object has been read anew.
  const mutate = (input: InputOf<Route>, { onSuccess, onError }: Outcome<AnswerOf<Route>> = {}) => {
    // A second press says nothing of its own either: what came of the first is told once.
    if (underWay.current.has(JSON.stringify(input))) return;
    void mutation.mutateAsync(input).then(onSuccess, (error: Error) => onError?.(error));
  };
  return { ...mutation, mutate };
}
