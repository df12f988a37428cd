import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { JournalDownload } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { sendFile } from '../../platform/http/content/send-file.ts';
import { handleRoute, serve } from '../../platform/http/route.ts';
import { writePdf } from '../../platform/pdf/pdf.ts';
import { buildStatement } from '../partner-statement/statement.ts';
import { statementPdf } from '../partner-statement/statement-pdf.ts';
import { statementExport } from '../partner-statement/statement-sheet.ts';
import { payablePage, payoutReadiness } from '../payable/payable.repo.ts';
import { payoutTotals, payoutTotalsAt } from '../payable/payable.ts';
import type { createPaymentContent } from './payment-content.ts';
import type { PaymentTransitions } from './payment-transitions.ts';
import type { PaymentsService } from './payments.service.ts';

export type PaymentsDeps = {
  db: Db;
  clock: Clock;
  serveExport: ServeExport;
  journalDownload: JournalDownload;
};

/** Routes under /api/referral/payments/ and of partner statements. */
export function paymentsRoutes(
  app: FastifyInstance,
  { db, clock, serveExport, journalDownload }: PaymentsDeps,
  payments: PaymentsService,
  transitions: PaymentTransitions,
  changes: ReturnType<typeof createPaymentContent>,
) {
  serve(app, routes.payments, ({ query, viewer }) => payments.list(viewer, query));
  serve(app, routes.paymentCounts, ({ query, viewer }) => payments.counts(viewer, query));
  serveExport(app, routes.exportPayments, ({ query, viewer }) => payments.export(viewer, query));
  serve(app, routes.payablePartners, ({ query, viewer }) => payablePage(db, viewer, query, clock()));
  serve(app, routes.payoutReadiness, ({ params, viewer }) => payoutReadiness(db, viewer, params.id, clock()));
  serve(app, routes.payoutTotals, ({ query: { at }, viewer }) =>
    at === undefined ? payoutTotals(db, viewer, clock()) : payoutTotalsAt(db, viewer, at, clock()),
  );
  serve(app, routes.createPayment, ({ body, viewer, key }) => payments.create(viewer, body, key));
  serve(app, routes.requestPayment, ({ body, viewer, key }) => payments.request(viewer, body.partner, key));
  serve(app, routes.payment, ({ params, viewer }) => payments.withRequisites(viewer, params.id));
  serve(app, routes.paymentAttempts, ({ params, viewer }) => payments.attempts(viewer, params.id));
  serve(app, routes.paymentItems, ({ params, query, viewer }) => payments.items(viewer, params.id, query));
  serve(app, routes.updatePayment, ({ params, body, viewer }) => changes.change(viewer, params.id, body));
  serve(app, routes.paymentQr, ({ params, viewer }) => payments.qr(viewer, params.id));
  serve(app, routes.acceptPayment, ({ params, body, viewer }) => transitions.accept(viewer, params.id, body));
  serve(app, routes.approvePayment, ({ params, body, viewer }) =>
    transitions.approve(viewer, params.id, body),
  );
  serve(app, routes.processPayment, ({ params, body, viewer }) =>
    transitions.process(viewer, params.id, body),
  );
  serve(app, routes.markPaymentPaid, ({ params, body, viewer, key }) =>
    transitions.pay(viewer, params.id, body, key),
  );
  serve(app, routes.returnPayment, ({ params, body, viewer, key }) =>
    transitions.return(viewer, params.id, body, key),
  );
  serve(app, routes.markPaymentFailed, ({ params, body, viewer }) =>
    transitions.fail(viewer, params.id, body),
  );
  serve(app, routes.retryPayment, ({ params, body, viewer }) => transitions.retry(viewer, params.id, body));
  serve(app, routes.cancelPayment, ({ params, body, viewer }) => transitions.cancel(viewer, params.id, body));
  serveExport(app, routes.exportStatement, ({ params, query, viewer }) =>
    statementExport(db, viewer, params.id, query, clock()),
  );
  handleRoute(app, routes.statementPdf, async ({ params, query, viewer }, reply) => {
    const statement = await buildStatement(db, viewer, params.id, query, clock());
    const document = statementPdf(statement);
    const period = `${query.from} ${query.to}`;
    const content = await writePdf(document, viewer);
    await journalDownload(viewer, {
      object: { kind: 'partner', id: params.id, partnerId: params.id },
      list: 'Сверка с партнером',
      format: 'pdf',
      rows: statement.lines.length,
      filters: query,
    });
    return sendFile(reply, {
      name: `Сверка с партнером ${period}.pdf`,
      latinName: `statement ${period}.pdf`,
      type: 'application/pdf',
      content,
    });
  });
  serve(app, routes.statement, ({ params, query, viewer }) =>
    buildStatement(db, viewer, params.id, query, clock()),
  );
}
