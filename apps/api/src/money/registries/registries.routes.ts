import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { sendFile } from '../../platform/http/content/send-file.ts';
import { handleRoute, serve } from '../../platform/http/route.ts';
import type { RegistriesService } from './registries.service.ts';
import type { createRegistryMoves } from './registry-moves.ts';

/** Routes under /api/referral/registries/ and of the bank file settings. */
export function registriesRoutes(
  app: FastifyInstance,
  registries: RegistriesService,
  moves: ReturnType<typeof createRegistryMoves>,
) {
  serve(app, routes.registries, ({ query, viewer }) => registries.list(viewer, query));
  serve(app, routes.createRegistry, ({ body, viewer, key }) => registries.create(viewer, body, key));
  serve(app, routes.registryCounts, ({ query, viewer }) => registries.counts(viewer, query));
  serve(app, routes.registry, ({ params, viewer }) => registries.get(viewer, params.id));
  serve(app, routes.registryLines, ({ params, query, viewer }) => registries.lines(viewer, params.id, query));
  handleRoute(app, routes.registryFile, async ({ params, query, viewer }, reply) => {
    return sendFile(reply, await registries.file(viewer, params.id, query));
  });
  serve(app, routes.approveRegistry, ({ params, body, viewer }) => moves.approve(viewer, params.id, body));
  serve(app, routes.sendRegistry, ({ params, body, viewer }) => moves.send(viewer, params.id, body));
  serve(app, routes.cancelRegistry, ({ params, body, viewer }) => moves.cancel(viewer, params.id, body));
  serve(app, routes.removeFromRegistry, ({ params, body, viewer }) => moves.remove(viewer, params.id, body));
  serve(app, routes.markRegistryPaid, ({ params, body, viewer, key }) =>
    moves.paid(viewer, params.id, body, key),
  );
  serve(app, routes.markRegistryFailed, ({ params, body, viewer }) => moves.failed(viewer, params.id, body));
  serve(app, routes.bankFiles, ({ viewer }) => registries.bankFiles(viewer));
  serve(app, routes.updateBankFiles, ({ body, viewer }) => registries.updateBankFiles(viewer, body));
}
