import type { FastifyInstance } from 'fastify';
import { createPaymentTransitions } from './payment-transitions.ts';
import { type PaymentsDeps, paymentsRoutes } from './payments.routes.ts';
import { createPaymentsService } from './payments.service.ts';

/** Payments to partners: formed, approved, transferred. */
export function createPayments({ db, clock, serveExport }: PaymentsDeps) {
  const transitions = createPaymentTransitions(db, clock);
  const service = createPaymentsService(db, clock);
  return {
    routes: (app: FastifyInstance) => paymentsRoutes(app, { db, clock, serveExport }, service, transitions),
  };
}
