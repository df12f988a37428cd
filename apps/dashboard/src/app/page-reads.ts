import {
  homeRoutes,
  journalRoutes,
  leadRoutes,
  partnerRoutes,
  paymentRoutes,
  programRoutes,
  ROLES,
  type RouteContract,
} from '@referral-dashboard/api-contract';
import type { RegisteredAuth } from '@referral-dashboard/react-auth';
import { createApi } from '../shared/api/client.ts';
import { getQueryClient } from '../shared/api/query-client.ts';
import { toRole } from '../shared/api/use-api.ts';
import { buildQueryKey, startRead } from '../shared/api/use-api-query.ts';
import { paths } from '../shared/paths.ts';

/** First reads of the pages that need no parameters. */
const READS: Partial<Record<string, readonly RouteContract[]>> = {
  [paths.home]: [homeRoutes.homeSummary, homeRoutes.homeTasks],
  [paths.leads]: [leadRoutes.leads, leadRoutes.leadCounts],
  [paths.programs]: [programRoutes.programs, programRoutes.programCounts],
  [paths.partners]: [partnerRoutes.partners, partnerRoutes.partnerCounts],
  [paths.payments]: [paymentRoutes.payablePartners, paymentRoutes.payoutTotals],
  [paths.journal]: [journalRoutes.journal, journalRoutes.journalCounts],
};

const waitForStartup = (auth: RegisteredAuth) =>
  new Promise<void>((resolve) => {
    const stop = auth.subscribe(finish);
    function finish() {
      if (!auth.getState().isInitialized) return;
      stop();
      resolve();
    }
    finish();
  });

/**
 * Starts the first reads of a page. The page finds them in the query cache. Reads for one role only wait until the session is verified;
 * cached responses are not read again.
 *
 * @param token Access token of the stored session.
 */
export async function startReads(auth: RegisteredAuth, path: string, token: string): Promise<void> {
  const getRole = () => toRole(auth.getState().role);
  const send = async (url: string, init?: RequestInit) => {
    const response = await auth.fetch(url, init);
    await waitForStartup(auth);
    // During startup another tab may have signed in as another user.
    return (await auth.getAccessToken()) === token ? response : auth.fetch(url, init);
  };
  const api = createApi(send, getRole);
  const start = (route: RouteContract) => {
    const client = getQueryClient(auth);
    const queryKey = buildQueryKey(route);
    if (client.getQueryData(queryKey) !== undefined) return;
    startRead(client, queryKey, (signal) => api.call(route, {}, signal));
  };
  const reads = READS[path] ?? [];
  const isForAll = ({ access }: RouteContract) => ROLES.every((role) => access.includes(role));
  reads.filter(isForAll).forEach(start);
  await waitForStartup(auth);
  const role = getRole();
  if (role !== null) reads.filter((route) => !isForAll(route) && route.access.includes(role)).forEach(start);
}
