import type { RouteContract } from '@referral-dashboard/api-contract';
import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { waitForPaint } from '../ui/page/use-is-painted.ts';
import { buildPath, buildQueryString, type CallInput, type InputOf, type ResponseOf } from './call.ts';
import { useApi } from './use-api.ts';

const segments = (path: string) => path.split('/').filter(Boolean);

/**
 * Query key of a read: the path segments, then the query string, then the body. The key of a shorter path is a prefix and matches all reads
 * below it.
 */
export const buildQueryKey = (route: RouteContract, input: CallInput = {}): QueryKey => [
  ...segments(buildPath(route, input)),
  ...(buildQueryString(input) ? [`?${buildQueryString(input)}`] : []),
  ...(input.body === undefined ? [] : [input.body]),
];

/** Time, in milliseconds, during which live data that was read before its page was mounted is fresh. */
const STARTED_STALE_MS = 15_000;

/** Reads that started before their page was mounted and no component with live data has shown yet. */
const startedReads = new WeakSet<object>();

/** Reads a route into the cache before the component that shows it is mounted. */
export function startRead(
  client: QueryClient,
  queryKey: QueryKey,
  queryFn: (signal: AbortSignal) => Promise<unknown>,
) {
  void client.prefetchQuery({ queryKey, queryFn: ({ signal }) => queryFn(signal) });
  const query = client.getQueryCache().get(hashKey(queryKey));
  if (query !== undefined) startedReads.add(query);
}

type Options<Route extends RouteContract> = {
  enabled?: boolean;
  /** Keeps the previous data as placeholder data while data for a new input loads. */
  keepPrevious?: boolean;
  /** Shown until the response arrives, e.g. a list row in place of the complete object. */
  placeholder?: ResponseOf<Route> | undefined;
  /** Refetches on every mount and window focus, for data that other pages change. */
  isLive?: boolean;
  /** Reads on every mount, and not again on window focus, because the server records each read. */
  isReadOnce?: boolean;
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
    isReadOnce = false,
    refetchIntervalMs,
  }: Options<Route> = {},
) {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = buildQueryKey(route, input);
  const hash = hashKey(queryKey);
  const result = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      // Cached data is rendered before the refetch starts.
      if (client.getQueryData(queryKey) !== undefined) await waitForPaint();
      return api.call(route, input, signal);
    },
    enabled,
    placeholderData: keepPrevious ? (keepPreviousData as never) : (placeholder as never),
    ...(isLive && { staleTime: getLiveStaleTime }),
    ...(isReadOnce && { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' as const }),
    ...(refetchIntervalMs !== undefined && { refetchInterval: refetchIntervalMs }),
  });
  useEffect(() => {
    if (isLive) startedReads.delete(client.getQueryCache().get(hash) ?? {});
  }, [client, hash, isLive]);
  return result;
}

const getLiveStaleTime = (query: object) => (startedReads.has(query) ? STARTED_STALE_MS : 0);
