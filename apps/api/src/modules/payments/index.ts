import type { FastifyInstance } from 'fastify';
import { readinessOf } from './blockers.ts';
import { createPaymentMoves } from './payment-transitions.ts';
import { type PaymentsDeps, paymentsRoutes } from './payments.routes.ts';
import { createPaymentsService } from './payments.service.ts';

/** What is paid to partners: formed, approved, transferred. */
export function createPayments({ db, clock, serveExport }: PaymentsDeps) {
  const moves = createPaymentMoves(db, clock);
  const service = createPaymentsService(db, clock);
  return {
    routes: (app: FastifyInstance) => paymentsRoutes(app, { db, clock, serveExport }, service, moves),
    /** For whoever changes accruals that a payment holds. */
    open: moves.open,
    /** For whoever tells what stands between a partner and its money. */
    readinessOf,
  };
}
