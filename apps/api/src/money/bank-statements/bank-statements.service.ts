import type {
  BankApplication,
  BankDocumentQuery,
  BankOutcome,
  BankStatementQuery,
  NewBankStatement,
  Payment,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit, toAuthor, toCause } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { ApiError, conflict, formatRefusal } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { applyDocument } from './apply-document.ts';
import { applyReturn } from './apply-return.ts';
import { bankStatementsRepo } from './bank-statements.repo.ts';
import { findCandidates } from './candidates.ts';
import { lockNamed } from './document-parts.ts';
import { readUpload, storeUpload } from './upload.ts';

export type BankStatementsDeps = {
  db: Db;
  clock: Clock;
  /** Returns payments by id. */
  namedPayments: (staff: Staff, ids: readonly string[]) => Promise<Map<string, Payment>>;
};

/** Bank statements: upload, matching with payments, and manual decisions about documents. */
export function createBankStatementsService({ db, clock, namedPayments }: BankStatementsDeps) {
  const repo = bankStatementsRepo(db);

  async function documents(staff: Staff, id: string, query: BankDocumentQuery) {
    await repo.find(staff, id);
    const page = await repo.documents(staff, id, query);
    const candidates = await findCandidates(
      db,
      staff.organizationId,
      page.results.filter(({ payment_id }) => payment_id === null),
    );
    const known = await namedPayments(staff, [
      ...page.results.flatMap(({ payment_id }) => payment_id ?? []),
      ...[...candidates.values()].flat(),
    ]);
    return {
      ...page,
      results: page.results.map(({ payment_id, ...document }) => ({
        ...document,
        payment: (payment_id !== null && known.get(payment_id)) || null,
        candidates: (candidates.get(document.id) ?? []).flatMap((one) => known.get(one) ?? []),
      })),
    };
  }

  /** Locks a document without a decision until the transaction ends. Returns undefined when it already has a decision. */
  const lockProposedDocument = (
    trx: Db,
    { organizationId }: Staff,
    statementId: string,
    documentId: string,
  ) =>
    trx
      .selectFrom('bank_documents as document')
      .innerJoin('bank_statements as statement', (join) =>
        join
          .onRef('statement.organization_id', '=', 'document.organization_id')
          .onRef('statement.id', '=', 'document.statement_id'),
      )
      .select([
        'document.id',
        'document.is_return',
        'document.payment_id',
        'document.number',
        'document.amount_kop',
        'document.payee',
      ])
      .select(['document.payee_account', 'document.purpose', 'document.payer_account as own_account'])
      .select(['statement.file_sha256', sql<string>`document.day::text`.as('paid_on')])
      .where('document.organization_id', '=', organizationId)
      .where('document.statement_id', '=', statementId)
      .where('document.id', '=', documentId)
      .where('document.state', '=', 'proposed')
      .forUpdate('document')
      .executeTakeFirst();
  const decide = (
    trx: Db,
    { organizationId, userId }: Staff,
    statementId: string,
    ids: readonly string[],
    state: 'applied' | 'dismissed',
    at: Date,
  ) =>
    trx
      .updateTable('bank_documents')
      .set({ state, decided_at: at, decided_by: userId })
      .where('organization_id', '=', organizationId)
      .where('statement_id', '=', statementId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('state', '=', 'proposed')
      .returning('number')
      .execute();

  async function applyOne(
    trx: Db,
    staff: Staff,
    statementId: string,
    documentId: string,
    chosen: readonly string[] | undefined,
  ) {
    const document = await lockProposedDocument(trx, staff, statementId, documentId);
    if (document === undefined) throw conflict('closed', 'По этому документу уже решено. Обновите страницу.');
    const { payment_id, is_return, ...rest } = document;
    const payments = chosen ?? (payment_id === null ? [] : [payment_id]);
    const author = toAuthor(staff);
    const named = await lockNamed(trx, staff.organizationId, payments, author);
    const cause = toCause(author, clock);
    const apply = is_return ? applyReturn : applyDocument;
    await apply(trx, staff.organizationId, rest, named, cause);
    await trx
      .updateTable('bank_documents')
      .set({ payment_id: payments[0] ?? null })
      .where('organization_id', '=', staff.organizationId)
      .where('id', '=', documentId)
      .execute();
    await decide(trx, staff, statementId, [documentId], 'applied', cause.at);
  }

  /** Applies each document in a separate transaction: a refused document does not affect the others. */
  async function apply(staff: Staff, id: string, { documents: ids, payments }: BankApplication) {
    await repo.find(staff, id);
    const outcome: BankOutcome = { applied: 0, refused: [] };
    for (const documentId of ids) {
      try {
        await db.transaction().execute((trx) => applyOne(trx, staff, id, documentId, payments));
        outcome.applied += 1;
      } catch (error) {
        if (!(error instanceof ApiError) || error.response.status >= 500) throw error;
        outcome.refused.push({ id: documentId, detail: formatRefusal(error) });
      }
    }
    return outcome;
  }

  /** Locks documents until the transaction ends, in the order of their ids. */
  const lockDocuments = (
    trx: Db,
    { organizationId }: Staff,
    statementId: string,
    documentIds: readonly string[],
  ) =>
    trx
      .selectFrom('bank_documents')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('statement_id', '=', statementId)
      .where(sql<boolean>`id = any(${documentIds}::uuid[])`)
      .orderBy('id')
      .forUpdate()
      .execute();

  /** Changes documents and writes the journal. @returns the statement. */
  async function change(
    staff: Staff,
    id: string,
    { ids, action }: { ids: readonly string[]; action: `bank-statement.${string}` },
    step: (trx: Db, at: Date) => Promise<readonly { number: string }[]>,
  ) {
    await repo.find(staff, id);
    await db.transaction().execute(async (trx) => {
      await lockDocuments(trx, staff, id, ids);
      const cause = toCause(toAuthor(staff), clock);
      const changed = await step(trx, cause.at);
      if (changed.length === 0) return;
      await audit(trx, {
        ...cause,
        organizationId: staff.organizationId,
        kind: 'bank_statement',
        objectId: id,
        action,
        diff: {
          documents: changed.length,
          document_numbers: changed.map(({ number }) => number).join(', '),
        },
      });
    });
    return repo.find(staff, id);
  }

  return {
    list: (staff: Staff, query: BankStatementQuery) => repo.page(staff, query),

    get: (staff: Staff, id: string) => repo.find(staff, id),

    async upload(staff: Staff, input: NewBankStatement) {
      const file = await readUpload(input);
      return db.transaction().execute(async (trx) => {
        const id = await storeUpload(trx, staff, input.name, file, clock);
        return bankStatementsRepo(trx).find(staff, id);
      });
    },

    documents,
    apply,

    dismiss: (staff: Staff, id: string, ids: readonly string[]) =>
      change(staff, id, { ids, action: 'bank-statement.dismiss' }, (trx, at) =>
        decide(trx, staff, id, ids, 'dismissed', at),
      ),

    /** Withdraws the decision that documents are no payments. */
    restore: (staff: Staff, id: string, ids: readonly string[]) =>
      change(staff, id, { ids, action: 'bank-statement.restore' }, (trx) =>
        trx
          .updateTable('bank_documents')
          .set({ state: 'proposed', decided_at: null, decided_by: null })
          .where('organization_id', '=', staff.organizationId)
          .where('statement_id', '=', id)
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .where('state', '=', 'dismissed')
          .returning('number')
          .execute(),
      ),
  };
}
