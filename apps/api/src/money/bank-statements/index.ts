import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { ServeExport } from '../../platform/export/serve-export.ts';
import { serve } from '../../platform/http/route.ts';
import { type BankStatementsDeps, createBankStatementsService } from './bank-statements.service.ts';
import { createDocumentList } from './document-list.ts';

/** Routes under /api/referral/bank-statements/ and /api/referral/bank-documents/. */
export function createBankStatements(deps: BankStatementsDeps & { serveExport: ServeExport }) {
  const list = createDocumentList(deps.db);
  const statements = createBankStatementsService(deps);
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.listedBankDocuments, ({ query, viewer }) => list.list(viewer, query));
      serve(app, routes.bankDocumentCounts, ({ query, viewer }) => list.counts(viewer, query));
      deps.serveExport(app, routes.exportBankDocuments, ({ query, viewer }) => list.export(viewer, query));
      serve(app, routes.bankStatements, ({ query, viewer }) => statements.list(viewer, query));
      serve(app, routes.createBankStatement, ({ body, viewer }) => statements.upload(viewer, body));
      serve(app, routes.bankStatement, ({ params, viewer }) => statements.get(viewer, params.id));
      serve(app, routes.bankDocuments, ({ params, query, viewer }) =>
        statements.documents(viewer, params.id, query),
      );
      serve(app, routes.applyBankDocuments, ({ params, body, viewer }) =>
        statements.apply(viewer, params.id, body),
      );
      serve(app, routes.dismissBankDocuments, ({ params, body, viewer }) =>
        statements.dismiss(viewer, params.id, body.documents),
      );
      serve(app, routes.restoreBankDocuments, ({ params, body, viewer }) =>
        statements.restore(viewer, params.id, body.documents),
      );
    },
  };
}
