import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startTestServer, type TestServer, type TestServerOptions } from '@referral-dashboard/api/testing';
import { people } from './people.ts';

/** `DASHBOARD_DIR` selects another build. */
const { DASHBOARD_DIR: dashboardDir = resolve(import.meta.dirname, '../../dashboard/dist') } = process.env;

/** Starts the real server with the built dashboard on a free loopback port. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  if (!existsSync(join(options.dashboardDir ?? dashboardDir, 'index.html'))) {
    throw new Error(
      'The dashboard is not built: run `pnpm --filter "@referral-dashboard/dashboard..." build`.',
    );
  }
  return startTestServer({ dashboardDir, people: [], ...options });
}

/** Resets a server: default users, no sessions, no failed sign-ins, the current time. */
export async function reset(server: TestServer) {
  server.setClock(new Date());
  await server.empty();
  await server.resetLimits();
  server.forgetRefreshes();
  for (const person of people) await server.createUser(person);
}
