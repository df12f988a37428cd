import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { pruneTable } from '../../platform/db/prune.ts';
import { getPrincipal } from '../../platform/http/guard.ts';
import { serve } from '../../platform/http/route.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import type { ResolveHost } from '../../platform/public-address.ts';
import type { OwnerProof } from '../owner-proof.ts';
import { createDelivery } from './delivery.ts';
import { eraseEventsOf } from './erase-events.ts';
import { createSecrets } from './secrets.ts';
import { createSender } from './sender.ts';
import { createWebhooksService, type WebhooksService } from './webhooks.service.ts';

/** Seconds for which events and their deliveries are stored. */
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

export type WebhookSettings = {
  /** Allows webhooks at private addresses, and without TLS. For development and tests. */
  arePrivateHostsAllowed: boolean;
};

export type WebhooksDeps = OwnerProof & {
  db: Db;
  clock: Clock;
  settings: WebhookSettings;
  /** Secret key of the server; encrypts the secrets of webhooks. */
  secretKey: string;
  /** Resolves host names. Default: the resolver of the system. */
  resolveHost?: ResolveHost | undefined;
};

/** Wires webhooks: their settings, their log and the delivery of events. */
export function createWebhooks({ db, clock, settings, secretKey, resolveHost, ...proof }: WebhooksDeps) {
  const sender = createSender({ ...settings, resolveHost });
  const secrets = createSecrets(secretKey);
  const delivery = createDelivery({ db, clock, sender, secrets });
  const service = createWebhooksService({
    ...proof,
    ...{ db, clock, sender, secrets, attempt: delivery.attempt },
  });
  return {
    routes: (app: FastifyInstance) => webhookRoutes(app, service),
    /** Sends due events. */
    deliver: delivery.tasks,
    /** Closes the connections to the receivers. */
    close: () => sender.close(),
    /** Erases the bodies of the events that name an object. Returns their number; undefined without such events. */
    eraseEvents: (subjectId: string) => eraseEventsOf(db, subjectId, clock),
    /** Deletes events, with their deliveries, after thirty days. */
    async prune() {
      await pruneTable(
        db,
        'webhook_events',
        sql`t.occurred_at <= ${plusSeconds(clock(), -RETENTION_SECONDS)}`,
      );
    },
  };
}

const toCaller = (request: FastifyRequest) => ({
  holder: getPrincipal(request),
  network: toNetwork(request.ip),
});

function webhookRoutes(app: FastifyInstance, webhooks: WebhooksService) {
  serve(app, routes.webhooks, ({ viewer }) => webhooks.list(viewer));
  serve(app, routes.createWebhook, ({ body, viewer, request }) =>
    webhooks.create(viewer, toCaller(request), body),
  );
  serve(app, routes.updateWebhook, ({ params, body, viewer, request }) =>
    webhooks.update(viewer, toCaller(request), params.id, body),
  );
  serve(app, routes.deleteWebhook, async ({ params, viewer }) => {
    await webhooks.remove(viewer, params.id);
    return undefined;
  });
  serve(app, routes.rotateWebhookSecret, ({ params, viewer }) => webhooks.rotate(viewer, params.id));
  serve(app, routes.testWebhook, ({ params, viewer }) => webhooks.test(viewer, params.id));
  serve(app, routes.webhookDeliveries, ({ params, query, viewer }) => webhooks.log(viewer, params.id, query));
  serve(app, routes.resendWebhookDelivery, ({ params, viewer }) => webhooks.resend(viewer, params.id));
}
