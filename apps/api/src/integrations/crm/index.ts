import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { getPrincipal } from '../../platform/http/guard.ts';
import { serve } from '../../platform/http/route.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import type { PublicAgentSettings } from '../../platform/public-agent.ts';
import type { OwnerProof } from '../owner-proof.ts';
import { createApplyDeals, type LeadChanges } from './apply-deal.ts';
import { createCrmClients } from './clients.ts';
import { type ConnectionsService, createConnectionsService } from './connections.service.ts';
import { createCrmSealer } from './credentials.ts';
import { createCrmHttp } from './crm-http.ts';
import { createInbound } from './inbound.ts';
import { createOutgoing } from './outgoing.ts';
import { createReads } from './reads.ts';

export type CrmDeps = OwnerProof & {
  db: Db;
  clock: Clock;
  settings: PublicAgentSettings;
  /** Secret key of the server; encrypts the keys of connections. */
  secretKey: string;
  /** Changes a lead by its deal. */
  leads: LeadChanges;
};

/** Wires the connections to CRMs. */
export function createCrm({ db, clock, settings, secretKey, leads, ...proof }: CrmDeps) {
  const http = createCrmHttp(settings);
  const sealer = createCrmSealer(secretKey);
  const clients = createCrmClients({ db, clock, http, sealer });
  const outgoing = createOutgoing({ db, clock, clients });
  const { hurry } = outgoing;
  const connections = createConnectionsService({ ...proof, db, clock, http, sealer, clients, hurry });
  return {
    routes: (app: FastifyInstance) => crmRoutes(app, connections, createInbound({ db, clock, sealer })),
    /** Creates the deals of new leads. */
    send: outgoing.tasks,
    /** Reads the deals that the CRMs reported. */
    read: createReads({ db, clock, clients }),
    /** Applies a deal of the inbox to its lead. */
    applyDeals: createApplyDeals(leads),
    /** Closes the connections to the CRMs. Running calls fail and are repeated. */
    close: () => http.close(),
  };
}

const toCaller = (request: FastifyRequest) => ({
  holder: getPrincipal(request),
  network: toNetwork(request.ip),
});

function crmRoutes(
  app: FastifyInstance,
  connections: ConnectionsService,
  receive: ReturnType<typeof createInbound>,
) {
  serve(app, routes.crmConnections, ({ viewer }) => connections.list(viewer));
  serve(app, routes.createCrmConnection, ({ body, viewer, request }) =>
    connections.create(viewer, toCaller(request), body),
  );
  serve(app, routes.updateCrmConnection, ({ params, body, viewer, request }) =>
    connections.update(viewer, toCaller(request), params.id, body),
  );
  serve(app, routes.deleteCrmConnection, async ({ params, viewer }) => {
    await connections.remove(viewer, params.id);
    return undefined;
  });
  serve(app, routes.refreshCrmConnection, ({ params, viewer }) => connections.refresh(viewer, params.id));
  serve(app, routes.rotateCrmAddress, ({ params, viewer }) => connections.rotate(viewer, params.id));
  serve(app, routes.receiveCrmEvent, ({ params, body, request }) =>
    receive(params.code, toNetwork(request.ip), body),
  );
  serve(app, routes.previewCrmMapping, ({ params, body, viewer }) =>
    connections.preview(viewer, params.id, body.mapping),
  );
}
