import type { RouteContract } from '@referral-dashboard/api-contract';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { painted } from '../ui/page/use-painted.ts';
import { type AnswerOf, type InputOf, pathOf, searchOf } from './call.ts';
import { useApi } from './use-api.ts';

const segments = (path: string) => path.split('/').filter(Boolean);

/** The key of a read: the parts of its path, then its query. A shorter path is thereby the key of all below it. */
export const keyOf = (route: RouteContract, input: object = {}): QueryKey => [
  ...segments(pathOf(route, input)),
  ...(searchOf(input) ? [`?${searchOf(input)}`] : []),
];

type Options<Route extends RouteContract> = {
  /** Asks nothing while it is false. */
  enabled?: boolean;
  /** Keeps the last answer, as placeholder data, while that of another input is on its way. */
  keepPrevious?: boolean;
  /** Shown until the answer comes: a row of a list in place of the whole object. */
  placeholder?: AnswerOf<Route> | undefined;
  /** Asked again whenever it comes into sight: for what other pages change. */
  isLive?: boolean;
  /** Asked again every so many milliseconds, while the page is in sight. */
  everyMs?: number;
};

/** Reads a route, from the cache or the server. The error, if any, is an `ApiFailure`. */
export function useRead<Route extends RouteContract>(
  route: Route,
  input: InputOf<Route>,
  { enabled = true, keepPrevious = false, placeholder, isLive = false, everyMs }: Options<Route> = {},
) {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(route, input),
    queryFn: async ({ signal, client, queryKey }) => {
      // What is known already is on the screen before it is asked for again.
      if (client.getQueryData(queryKey) !== undefined) await painted();
      return api.call(route, input, signal);
    },
    enabled,
    placeholderData: keepPrevious ? (keepPreviousData as never) : (placeholder as never),
    ...(isLive && { staleTime: 0 }),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}
