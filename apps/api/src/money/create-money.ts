import type { FastifyInstance } from 'fastify';
import type { JournalDownload } from '../audit/index.ts';
import type { PhoneProof } from '../people/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { ServeExport } from '../platform/export/serve-export.ts';
import { createAccruals } from './accruals/index.ts';
import { createActs } from './acts/index.ts';
import { createBankStatements } from './bank-statements/index.ts';
import { createClosedMonths } from './closed-months/index.ts';
import { createKeptFiles } from './kept-files/index.ts';
import { createPayments } from './payments/index.ts';
import { createPayoutMethods } from './payout-methods/index.ts';
import { createReceipts } from './receipts/index.ts';
import { createTaxStatus } from './tax-status/index.ts';
import { createTaxes } from './taxes/index.ts';

export type MoneyDeps = {
  db: Db;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  serveExport: ServeExport;
  journalDownload: JournalDownload;
  /** URLs of the tax service. A part without a URL is not used. */
  taxService: { statusUrl: string | undefined; receiptsUrl: string | undefined };
  /** Confirms changes of requisites. Undefined when no codes can be sent. */
  methodProof: PhoneProof | undefined;
};

/** Wires accruals, payments, acts, receipts and taxes. */
export function createMoney({ taxService, methodProof, ...deps }: MoneyDeps) {
  const accruals = createAccruals(deps);
  const payments = createPayments(deps);
  const receipts = createReceipts({ ...deps, url: taxService.receiptsUrl });
  const taxStatus = createTaxStatus({ ...deps, url: taxService.statusUrl });
  const keptFiles = createKeptFiles(deps);
  const parts = [
    ...[accruals, payments, receipts, taxStatus, createActs(deps), createTaxes(deps)],
    createClosedMonths(deps),
    keptFiles,
    createBankStatements({ ...deps, namedPayments: payments.byIds }),
    createPayoutMethods({ ...deps, proof: methodProof }),
  ];
  return {
    accruals,
    payments,
    receipts,
    taxStatus,
    keptFiles,
    routes(app: FastifyInstance) {
      for (const { routes } of parts) routes(app);
    },
  };
}
