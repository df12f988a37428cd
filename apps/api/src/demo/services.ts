import {
  createAccrualsService,
  createBankStatementsService,
  createPaymentsService,
  createPaymentTransitions,
  createPayoutMethodsService,
  createReceiptsService,
  createRegistriesService,
  createRegistryMoves,
  releaseAllHolds,
} from '../money/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import {
  createClientsService,
  createGroupsService,
  createIntake,
  createLeadComments,
  createLeadTransitions,
  createPersonalTermsService,
  createProgramsService,
  createSalesService,
  leadEvents,
} from '../referrals/index.ts';

export type DemoServices = ReturnType<typeof createDemoServices>;

/** The services of the server in one transaction, so that an interrupted fill leaves no data. */
export function createDemoServices(trx: Db, clock: Clock) {
  const db = joinTransaction(trx);
  const payments = createPaymentsService(db, clock);
  const leadTransitions = createLeadTransitions(clock, leadEvents);
  return {
    clock,
    takeLead: createIntake(clock, leadEvents),
    leadTransitions,
    leadComments: createLeadComments(db, clock),
    programs: createProgramsService(db, clock),
    groups: createGroupsService(db, clock),
    personalTerms: createPersonalTermsService(db, clock),
    clients: createClientsService(db, clock),
    sales: createSalesService(db, clock, leadTransitions.changeDeal),
    methods: createPayoutMethodsService(db, clock),
    accruals: createAccrualsService(db, clock),
    releaseHolds: () => releaseAllHolds(db, clock),
    payments,
    paymentTransitions: createPaymentTransitions(db, clock),
    registries: createRegistriesService(db, clock),
    registryMoves: createRegistryMoves(db, clock),
    bankStatements: createBankStatementsService({ db, clock, namedPayments: payments.byIds }),
    receipts: createReceiptsService(db, clock),
  };
}

/** Returns a database whose transactions are part of `trx`. */
function joinTransaction(trx: Db): Db {
  const joined: Db = Object.assign(trx.withoutPlugins(), {
    transaction: () => ({ execute: <Result>(run: (db: Db) => Promise<Result>) => run(joined) }),
  });
  return joined;
}
