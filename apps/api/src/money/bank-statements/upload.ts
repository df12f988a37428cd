import { createHash, randomUUIDv7 } from 'node:crypto';
import { type NewBankStatement, sumAmounts } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit, toAuthor, toCause } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import {
  type ExpectedPayment,
  expectedKop,
  type Match,
  matchDocument,
  matchReturn,
} from '../bank-files/match.ts';
import { readStatementInThread } from '../bank-files/read-in-thread.ts';
import type { StatementDocument, StatementFile } from '../bank-files/statement-reader.ts';
import { openMark, transferredKop } from '../transfers/transfers.repo.ts';
import { findReturnedPayments } from './returned-payments.ts';

/** Number of documents in one SQL statement. */
const BATCH = 1000;
const TOO_LARGE_SUM = 'Сумма документов в выписке слишком велика. Проверьте файл.';

type Upload = StatementFile & { sha256: string };

/** Reads an uploaded file. @throws ApiError 400 for a file that is not a statement. */
export async function readUpload({ data }: NewBankStatement): Promise<Upload> {
  const read = await readStatementInThread(data);
  if ('problem' in read) throw invalid({ data: [read.problem] });
  const total = sumAmounts([...read.file.debits, ...read.file.credits]);
  if (!Number.isSafeInteger(total)) throw invalid({ data: [TOO_LARGE_SUM] });
  const sha256 = createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex');
  return { ...read.file, sha256 };
}

/** Stores a statement with the new documents that match payments. Does not change payments. @returns the id of the statement. */
export async function storeUpload(
  trx: Db,
  staff: Staff,
  name: string,
  file: Upload,
  clock: Clock,
): Promise<string> {
  const { organizationId, userId } = staff;
  const { bank_account } = await trx
    .selectFrom('organizations')
    .select('bank_account')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const isOwn = bank_account === '' || file.accounts.includes(bank_account);

  const movements = [...file.debits, ...file.credits];
  const unique = new Map(movements.map((document) => [document.digest, document]));
  const known = new Set(await knownDigests(trx, organizationId, [...unique.keys()]));
  const newDocuments = [...unique.values()].filter(({ digest }) => !known.has(digest));
  const matched = matchAll(newDocuments, {
    payments: await expectedPayments(trx, organizationId, newDocuments),
    returned: await findReturnedPayments(trx, organizationId, newDocuments),
    isOwn,
  });

  const id = randomUUIDv7();
  await trx
    .insertInto('bank_statements')
    .values({
      organization_id: organizationId,
      id,
      name,
      accounts: file.accounts,
      is_own: isOwn,
      day_from: file.from,
      day_to: file.to,
      documents: file.documents,
      foreign_documents:
        file.documents - file.unreadable - (movements.length - newDocuments.length) - matched.length,
      repeated: movements.length - newDocuments.length,
      unreadable: file.unreadable,
      uploaded_by: userId,
      created_at: clock(),
      file_sha256: file.sha256,
    })
    .execute();
  const rows = matched.map(({ document, match, paymentId, reasons }) => {
    const { numbers: _numbers, ...stored } = document;
    return { ...stored, id: randomUUIDv7(), match, payment_id: paymentId, reasons };
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await storeDocuments(trx, organizationId, id, rows.slice(from, from + BATCH));
  // A concurrent upload of the same documents waits for this transaction where they are stored.
  await audit(trx, {
    ...toCause(toAuthor(staff), clock),
    organizationId,
    kind: 'bank_statement',
    objectId: id,
    action: 'bank-statement.upload',
    diff: { name, documents: file.documents, matched: matched.length },
  });
  return id;
}

/** Stores documents, except the ones that a concurrent upload has already stored. */
const storeDocuments = (trx: Db, organizationId: string, id: string, rows: readonly object[]) =>
  sql`
    insert into bank_documents (organization_id, id, statement_id, digest, is_return, number, day, amount_kop, payee,
      payer_account, payee_account, payee_inn, purpose, match, reasons, payment_id)
    select ${organizationId}, r.id, ${id}, r.digest, r.is_return, r.number, r.day, r.amount_kop, r.payee, r.payer_account, r.payee_account,
      r.payee_inn, r.purpose, r.match, array(select jsonb_array_elements_text(r.reasons)), r.payment_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, digest text, is_return boolean, number text, day date, amount_kop bigint,
      payee text, payer_account text, payee_account text, payee_inn text, purpose text, match text, reasons jsonb, payment_id uuid)
    on conflict (organization_id, digest) do nothing`.execute(trx);

async function knownDigests(trx: Db, organizationId: string, digests: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('bank_documents')
    .select('digest')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`digest = any(${digests}::text[])`)
    .execute();
  return rows.map(({ digest }) => digest);
}

/** Returns the payments that documents can match: named in a purpose, awaiting the bank, or with a transfer that a purpose names. */
async function expectedPayments(trx: Db, organizationId: string, documents: readonly StatementDocument[]) {
  const numbers = [...new Set(documents.flatMap((document) => document.numbers))];
  const returned = [...(await findReturnedPayments(trx, organizationId, documents)).values()].flat();
  return trx
    .selectFrom('payments as payment')
    .select(['id', 'number', 'status', 'method', sql<number>`amount_kop - tax_kop`.as('due_kop')])
    .select([transferredKop('payment').as('transferred_kop'), openMark('payment').as('mark')])
    .select(openMark('payment', 'returned').as('return_mark'))
    .where('organization_id', '=', organizationId)
    .where(
      sql<boolean>`(number = any(${numbers}::int[]) or status in ('approved', 'processing') or id = any(${returned}::uuid[]))`,
    )
    .execute();
}

type Matched = Match & { document: StatementDocument };

type Known = {
  payments: readonly ExpectedPayment[];
  /** Ids of payments by the digest of the document that names their transfer. */
  returned: ReadonlyMap<string, readonly string[]>;
  isOwn: boolean;
};

function matchAll(documents: readonly StatementDocument[], { payments, returned, isOwn }: Known): Matched[] {
  const paymentsById = new Map(payments.map((payment) => [payment.id, payment]));
  const paymentsByNumber = new Map(payments.map((payment) => [payment.number, payment]));
  const matchKey = (amount: number, account: string) => `${amount} ${account}`;
  const paymentsByAmount = Map.groupBy(
    payments.filter(
      ({ status, method }) => (status === 'approved' || status === 'processing') && method?.account,
    ),
    (payment) => matchKey(expectedKop(payment), payment.method?.account ?? ''),
  );
  const matches = documents.flatMap((document): Matched[] => {
    const byNumber = document.numbers.flatMap((number) => paymentsByNumber.get(number) ?? []);
    const byAmount = paymentsByAmount.get(matchKey(document.amount_kop, document.payee_account)) ?? [];
    const byTransfer = (returned.get(document.digest) ?? []).flatMap((id) => paymentsById.get(id) ?? []);
    const match = document.is_return
      ? matchReturn(document, byNumber, byTransfer)
      : matchDocument(document, byNumber, byAmount);
    return match === null ? [] : [{ document, ...match }];
  });
  const toClaim = ({ paymentId, document }: Matched) => `${paymentId} ${document.is_return}`;
  const claims = Map.groupBy(matches, toClaim);
  return matches.map((one) => {
    const reasons = [
      ...one.reasons,
      ...(one.paymentId !== null && (claims.get(toClaim(one))?.length ?? 0) > 1
        ? [`На эту выплату в выписке несколько ${one.document.is_return ? 'возвратов' : 'списаний'}.`]
        : []),
      ...(isOwn ? [] : ['Выписка по другому счету организации.']),
    ];
    return { ...one, reasons, match: reasons.length === 0 ? 'exact' : 'doubtful' };
  });
}
