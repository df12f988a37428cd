import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { paymentNumbersIn } from '../bank-files/payment-numbers.ts';
import { transferredKop } from '../transfers/transfers.repo.ts';
import { findReturnedPayments } from './returned-payments.ts';

type Document = {
  id: string;
  is_return: boolean;
  purpose: string;
  amount_kop: number;
  payee_account: string;
};

/** Maximum number of payments of the same amount that are offered for one document. */
const MAX_CANDIDATES = 20;

/**
 * Returns the ids of the payments that each document may have paid: those that its purpose names, or the approved ones of the same amount to the
 * same account, by number. For a return these are the payments that its purpose names, or those of the transfer that it names.
 */
export async function findCandidates(db: Db, organizationId: string, documents: readonly Document[]) {
  const candidates = new Map<string, string[]>();
  if (documents.length === 0) return candidates;
  const numbers = documents.flatMap(({ purpose }) => paymentNumbersIn(purpose));
  const returned = await findReturnedPayments(db, organizationId, documents);
  const accounts = documents.map(({ payee_account }) => payee_account);
  const payments = await db
    .selectFrom('payments as payment')
    .select(['id', 'number', 'status', 'method', transferredKop('payment').as('transferred_kop')])
    .select(sql<number>`amount_kop - tax_kop`.as('due_kop'))
    .where('organization_id', '=', organizationId)
    .where(
      sql<boolean>`(number = any(${numbers}::int[])
        or id = any(${[...returned.values()].flat()}::uuid[])
        or (status in ('approved', 'processing') and method ->> 'account' = any(${accounts}::text[])))`,
    )
    .orderBy('number')
    .execute();
  for (const { id, is_return, purpose, amount_kop, payee_account } of documents) {
    const named = new Set(paymentNumbersIn(purpose));
    const found = payments.filter(({ id: paymentId, number, status, method, due_kop, transferred_kop }) =>
      named.size > 0
        ? named.has(number)
        : is_return
          ? returned.get(id)?.includes(paymentId)
          : (status === 'approved' || status === 'processing') &&
            method?.account === payee_account &&
            due_kop - transferred_kop === amount_kop,
    );
    candidates.set(
      id,
      found.slice(0, MAX_CANDIDATES).map((payment) => payment.id),
    );
  }
  return candidates;
}
