import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { AppSettings } from './config/settings.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import { docsRoutes, schemaRoutes } from './platform/docs/routes.ts';
import { type Disk, refuseWritesWhenFull } from './platform/folder/disk.ts';
import { readBodies } from './platform/http/body.ts';
import { compressResponses } from './platform/http/content/compression.ts';
import { requireJson } from './platform/http/content/negotiation.ts';
import { handleErrors } from './platform/http/failures.ts';
import { guard } from './platform/http/guard.ts';
import { healthRoutes } from './platform/http/health.ts';
import { limitCosts } from './platform/http/limits/costs.ts';
import { createOnce, runOnce } from './platform/http/limits/once.ts';
import { serveOtherMethods, serveUnknownPaths } from './platform/http/other-methods.ts';
import type { Authenticate } from './platform/http/principal.ts';
import { closeConnections } from './platform/http/server/close-connections.ts';
import { allowOrigins } from './platform/http/server/cors.ts';
import { logRequests } from './platform/http/server/request-log.ts';
import { secureApiHeaders, secureHeaders } from './platform/http/server/security-headers.ts';
import { checkHosts } from './platform/http/server/site.ts';

export type HttpDeps = {
  db: Db;
  clock: Clock;
  settings: AppSettings;
  disk: Disk;
  authenticate: Authenticate;
  /** Contexts that serve calls of the API. */
  contexts: readonly { routes: (calls: FastifyInstance) => void }[];
  /** Functions that serve pages. */
  sites: readonly ((site: FastifyInstance) => void)[];
};

/** Registers the hooks of every request, the routes of the API and the pages. */
export function serveHttp(app: FastifyInstance, deps: HttpDeps) {
  const { db, clock, settings, disk, authenticate, contexts, sites } = deps;
  guard(app, authenticate);
  closeConnections(app);
  runOnce(app, createOnce(db, clock, settings.accounts.tokens.secret));
  limitCosts(app, { db, clock, settings: settings.costs });
  logRequests(app);
  secureHeaders(app, settings);
  handleErrors(app);
  checkHosts(app);
  refuseWritesWhenFull(app, disk);
  app.register(async (api) => {
    secureApiHeaders(api);
    allowOrigins(api, settings.corsOrigins);
    readBodies(api);
    serveUnknownPaths(api);
    docsRoutes(api);
    api.register(async (calls) => {
      requireJson(calls);
      compressResponses(calls);
      for (const context of contexts) context.routes(calls);
      healthRoutes(calls, db, disk);
      schemaRoutes(calls);
      serveOtherMethods(calls, Object.values(routes));
    });
  });
  for (const serve of sites) app.register(async (site) => serve(site));
}
