import type { FastifyInstance } from 'fastify';
import { numberIn } from '../../database/rules/numbers.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { registriesRoutes } from '../registries/registries.routes.ts';
import { createRegistriesService } from '../registries/registries.service.ts';
import { createRegistryMoves } from '../registries/registry-moves.ts';
import { createPaymentContent } from './payment-content.ts';
import { createPaymentTransitions } from './payment-transitions.ts';
import { paymentsRepo } from './payments.repo.ts';
import { type PaymentsDeps, paymentsRoutes } from './payments.routes.ts';
import { createPaymentsService } from './payments.service.ts';

/** Payments to partners, single and in registries: routes, and functions for other modules. */
export function createPayments(deps: PaymentsDeps) {
  const { db, clock } = deps;
  const transitions = createPaymentTransitions(db, clock);
  const service = createPaymentsService(db, clock);
  const registries = createRegistriesService(db, clock);
  const moves = createRegistryMoves(db, clock);
  return {
    /** Returns payments by id. */
    byIds: (staff: Staff, ids: readonly string[]) => service.byIds(staff, ids),
    async search(viewer: Viewer, text: string, limit: number) {
      const number = numberIn(text, 'в');
      if (number === undefined) return [];
      const rows = await paymentsRepo(db).byNumber(viewer, number, limit);
      return rows.map((row) => ({ ...row, number: `В-${row.number}` }));
    },
    routes(app: FastifyInstance) {
      paymentsRoutes(app, deps, service, transitions, createPaymentContent(db, clock));
      registriesRoutes(app, registries, moves);
    },
  };
}
