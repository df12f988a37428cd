import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { createPaymentMoves } from './payment-moves.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { createPaymentsService } from './payments.service.ts';

/** What is paid to partners: formed, approved, transferred. */
export function createPayments({ db, clock }: { db: Db; clock: Clock }) {
  const moves = createPaymentMoves(db, clock);
  const service = createPaymentsService(db, clock);
  return {
    routes: (app: FastifyInstance) => paymentsRoutes(app, { db, clock }, service, moves),
    /** For whoever cancels accruals that a payment holds. */
    leave: moves.leave,
  };
}
