import type { TestServer, TestServerOptions } from '@referral-dashboard/api/testing';
import { freePort } from './network.ts';
import type { startServer } from './servers.ts';

/** Serves the dashboard and the API on two origins, so that the API can be paused while the page stays available. */
export async function startSplit(
  start: typeof startServer,
  options: TestServerOptions = {},
): Promise<{ site: TestServer; api: TestServer }> {
  const port = await freePort();
  const api = await start({ ...options, corsOrigins: [`http://127.0.0.1:${port}`] });
  const site = await start({ port, apiBase: api.url });
  return { site, api };
}
