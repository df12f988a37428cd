import type { RouteContract } from '@referral-dashboard/api-contract';
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { waitForPaint } from '../ui/page/use-is-painted.ts';
import { buildPath, buildQueryString, type InputOf, type ResponseOf } from './call.ts';
import { useApi } from './use-api.ts';

const segments = (path: string) => path.split('/').filter(Boolean);

/** Query key of a read: the path segments, then the query string. The key of a shorter path is a prefix and matches all reads below it. */
export const buildQueryKey = (route: RouteContract, input: object = {}): QueryKey => [
  ...segments(buildPath(route, input)),
  ...(buildQueryString(input) ? [`?${buildQueryString(input)}`] : []),
];

type Options<Route extends RouteContract> = {
  enabled?: boolean;
  /** Keeps the previous data as placeholder data while data for a new input loads. */
  keepPrevious?: boolean;
  /** Shown until the response arrives, e.g. a list row in place of the complete object. */
  placeholder?: ResponseOf<Route> | undefined;
  /** Refetches on every mount and window focus, for data that other pages change. */
  isLive?: boolean;
  /** Polling interval in milliseconds. Polling pauses while the page is hidden. */
  refetchIntervalMs?: number;
};

/** Reads a route from the cache or the server. `error` is an `ApiFailure`. */
export function useApiQuery<Route extends RouteContract>(
  route: Route,
  input: InputOf<Route>,
  {
    enabled = true,
    keepPrevious = false,
    placeholder,
    isLive = false,
    refetchIntervalMs,
  }: Options<Route> = {},
) {
  const api = useApi();
  return useQuery({
    queryKey: buildQueryKey(route, input),
    queryFn: async ({ signal, client, queryKey }) => {
      // Cached data is rendered before the refetch starts.
      if (client.getQueryData(queryKey) !== undefined) await waitForPaint();
      return api.call(route, input, signal);
    },
    enabled,
    placeholderData: keepPrevious ? (keepPreviousData as never) : (placeholder as never),
    ...(isLive && { staleTime: 0 }),
    ...(refetchIntervalMs !== undefined && { refetchInterval: refetchIntervalMs }),
  });
}
