import {
  type BankFilePatch,
  type BankFiles,
  type NewRegistry,
  type RegistryFileQuery,
  type RegistryFilters,
  type RegistryLineQuery,
  type RegistryQuery,
  registryMachine,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit, createDownloadJournal } from '../../audit/index.ts';
import { toStatusCounts } from '../../database/figures/counts.ts';
import { checkVersion } from '../../database/rules/transitions.ts';
import { lockOrganization } from '../../organization/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { analyzeTables } from '../../platform/db/statistics.ts';
import { withIdempotency } from '../../platform/http/limits/idempotency.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { keepFile } from '../kept-files/kept-files.repo.ts';
import { toMethodSnapshot } from '../payable/blockers.ts';
import { paymentView } from '../payments/payments.view.ts';
import { fileProblems, findBankFiles, findPayer, withBanks } from './bank-orders.ts';
import { formRegistries } from './form-registries.ts';
import { type RegistryLineRow, registriesRepo } from './registries.repo.ts';
import { describeLineChanges } from './registry-changes.ts';
import { registryFile } from './registry-file.ts';

/** Number of payments in a registry above which its creation updates the table statistics of the query planner. */
const MANY_PAYMENTS = 100;

export function createRegistriesService(db: Db, clock: Clock) {
  const repo = registriesRepo(db);
  return {
    list: (staff: Staff, query: RegistryQuery) => repo.page(staff, query),

    counts: async (staff: Staff, filters: RegistryFilters) =>
      toStatusCounts(registryMachine, await repo.counts(staff, filters)),

    get: (staff: Staff, id: string) => repo.withTotals(staff, id),

    async lines(staff: Staff, id: string, query: RegistryLineQuery) {
      const { status, kind } = await repo.find(staff, id);
      const page = await repo.linePage(staff, id, query);
      const info = await findPayer(db, staff.organizationId);
      const open = page.results.filter((row) => status === 'draft' && row.line_state === 'open');
      const orders = await withBanks(db, staff.organizationId, open.flatMap(draftOrder));
      const problems = new Map(orders.map((order) => [order.number, fileProblems(kind, order, info)]));
      return {
        ...page,
        results: page.results.map((row) => ({
          problems: problems.get(row.number) ?? [],
          payment: paymentView(row, staff),
          state: row.line_state,
          amount_kop: row.line_amount_kop,
          tax_kop: row.line_tax_kop,
          changes:
            status === 'draft' && row.line_state === 'open'
              ? describeLineChanges(
                  { amount_kop: row.line_amount_kop, method: row.line_method },
                  { ...row, method: row.status === 'approved' ? row.method : row.default_method },
                )
              : [],
        })),
      };
    },

    async create(staff: Staff, input: NewRegistry, key: string | undefined) {
      const call = { organizationId: staff.organizationId, key, call: 'registry create', body: input };
      const result = await withIdempotency(db, call, clock(), (trx) =>
        formRegistries(trx, staff, input, clock),
      );
      // The next call usually precedes autovacuum. With old statistics the planner expects one line instead of thousands.
      if (result.results.some(({ payments: count }) => count > MANY_PAYMENTS))
        await analyzeTables(db, ['registry_payments', 'payments', 'accruals']);
      return result;
    },

    /** Builds the bank file of a registry and records its download. Concurrent changes of the registry wait. */
    file: (staff: Staff, id: string, query: RegistryFileQuery) =>
      db.transaction().execute(async (trx) => {
        await lockForFile(trx, staff, id);
        const at = clock();
        const file = await registryFile(trx, staff, id, query, at);
        await keepFile(trx, staff, { ...file, format: query.format, registryId: id }, at);
        await createDownloadJournal(trx, () => at)(staff, {
          rows: file.payments.length,
          object: { kind: 'registry', id },
          list: 'Файл для банка',
          format: query.format,
          filters: query,
        });
        return file;
      }),

    bankFiles: ({ organizationId }: Staff) => findBankFiles(db, organizationId),

    updateBankFiles: ({ organizationId, userId, requestId }: Staff, { version, ...change }: BankFilePatch) =>
      db.transaction().execute(async (trx) => {
        await lockOrganization(trx, organizationId);
        const before = await findBankFiles(trx, organizationId);
        checkVersion(before, version);
        const settings = { ...before, ...change, version: before.version + 1 } as BankFiles;
        await trx
          .updateTable('organizations')
          .set({ bank_files: JSON.stringify(settings) })
          .where('id', '=', organizationId)
          .execute();
        await audit(trx, {
          organizationId,
          actorId: userId,
          requestId,
          at: clock(),
          kind: 'organization',
          objectId: organizationId,
          action: 'organization.bank-files',
          diff: { ...change },
        });
        return settings;
      }),
  };
}

/** Locks the payments of a registry, then the registry, against changes. Other downloads do not wait. */
async function lockForFile(trx: Db, { organizationId }: Staff, id: string) {
  await sql`
    select from payments payment
    join registry_payments line on line.organization_id = payment.organization_id and line.payment_id = payment.id
    where line.organization_id = ${organizationId} and line.registry_id = ${id} and line.state = 'open'
    order by payment.partner_id, payment.id
    for share of payment`.execute(trx);
  await sql`select from registries where organization_id = ${organizationId} and id = ${id} for share`.execute(
    trx,
  );
}

/** Returns the bank order of a draft line with current data, as an array; empty without a method. */
function draftOrder(row: RegistryLineRow) {
  const { number, amount_kop, purpose, partner_kind: kind, last_name, first_name, father_name } = row;
  const method = row.status === 'approved' ? row.method : methodNow(row);
  return method === null
    ? []
    : [{ number, amount_kop, purpose, kind, method, last_name, first_name, father_name }];
}

const methodNow = ({ default_method, ...card }: RegistryLineRow) =>
  default_method && toMethodSnapshot(default_method, { ...card, kind: card.partner_kind });

export type RegistriesService = ReturnType<typeof createRegistriesService>;
