import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { idempotencyKeyOf } from '../../platform/idempotency.ts';
import { serve } from '../../platform/route.ts';
import { partnerOf, staffOf, viewerOf } from '../../platform/viewer.ts';
import { eligiblePage } from './eligible.repo.ts';
import type { PaymentMoves } from './payment-moves.ts';
import type { PaymentsService } from './payments.service.ts';
import { statementOf } from './statement.ts';

export type PaymentsDeps = { db: Db; clock: Clock; serveExport: ServeExport };

/** The calls under /api/referral/payments/, and a partner's statement. */
export function paymentsRoutes(
  app: FastifyInstance,
  { db, clock, serveExport }: PaymentsDeps,
  payments: PaymentsService,
  moves: PaymentMoves,
) {
  serve(app, routes.payments, ({ query, request }) => payments.list(viewerOf(request), query));
  serve(app, routes.paymentCounts, ({ query, request }) => payments.counts(viewerOf(request), query));
  serveExport(app, routes.exportPayments, ({ query, request }) => payments.export(viewerOf(request), query));
  serve(app, routes.eligiblePartners, ({ query, request }) =>
    eligiblePage(db, staffOf(request).organizationId, query, clock()),
  );
  serve(app, routes.createPayment, ({ body, request }) =>
    payments.create(staffOf(request), body, idempotencyKeyOf(request, 'optional')),
  );
  serve(app, routes.requestPayment, ({ body, request }) =>
    payments.request(partnerOf(request), body.partner, idempotencyKeyOf(request, 'optional')),
  );
  serve(app, routes.payment, ({ params, request }) => payments.get(viewerOf(request), params.id));
  serve(app, routes.acceptPayment, ({ params, body, request }) =>
    moves.accept(staffOf(request), params.id, body),
  );
  serve(app, routes.approvePayment, ({ params, body, request }) =>
    moves.approve(staffOf(request), params.id, body),
  );
  serve(app, routes.processPayment, ({ params, body, request }) =>
    moves.process(staffOf(request), params.id, body),
  );
  serve(app, routes.markPaymentPaid, ({ params, body, request }) =>
    moves.pay(staffOf(request), params.id, body, idempotencyKeyOf(request, 'required')),
  );
  serve(app, routes.markPaymentFailed, ({ params, body, request }) =>
    moves.fail(staffOf(request), params.id, body),
  );
  serve(app, routes.retryPayment, ({ params, body, request }) =>
    moves.retry(staffOf(request), params.id, body),
  );
  serve(app, routes.cancelPayment, ({ params, body, request }) =>
    moves.cancel(staffOf(request), params.id, body),
  );
  serve(app, routes.statement, ({ params, query, request }) =>
    statementOf(db, viewerOf(request), params.id, query),
  );
}
