import { computeTransfer } from '@referral-dashboard/api-contract';
import type { Staff } from '../../src/platform/http/viewer.ts';
import type { Ledger } from './ledger.ts';
import { type Debit, statementFile } from './one-c-writer.ts';
import type { BankRow, PayoutStep } from './payout-steps.ts';
import { ACCOUNT, PAYER } from './payouts.ts';
import { expectSame, pickAt } from './run-checks.ts';

type RecentPayment = {
  status: string;
  amount_kop: number;
  tax_kop: number;
  purpose: string | null;
  method: { account?: string } | null;
};

type StatementRunDeps = {
  bank: Ledger['bank'];
  staff: Staff;
  accountants: readonly [Staff, Staff];
  today: () => string;
  /** Last day of the month before. */
  lastMonth: () => string;
  /** Reads the latest payments, newest first. */
  payments: () => Promise<readonly RecentPayment[]>;
  /** Returns all rows of payments and registries as one text. */
  money: () => Promise<string>;
};

/** Uploads bank statements and decides on their documents. @throws Error for wrong results. */
export function createStatementRun({
  bank,
  staff,
  accountants,
  today,
  lastMonth,
  payments,
  money,
}: StatementRunDeps) {
  const statements: string[] = [];
  const debits: Debit[] = [];
  const RETURNED: Partial<Record<BankRow, (due: number) => number>> = {
    returned: (due) => due,
    'returned-part': (due) => Math.ceil(due * 0.4),
    'returned-more': (due) => due + 1,
  };

  function debitOf(row: BankRow, payment: RecentPayment | undefined): Debit | undefined {
    if (row === 'again') return debits.at(-1);
    const number = String(debits.length + 1);
    const plain = { number, day: row === 'late' ? lastMonth() : today(), account: ACCOUNT.account, inn: '0' };
    if (row === 'foreign') return { ...plain, amount: '12000.00', purpose: 'Аренда офиса, счет А-7' };
    if (payment === undefined) return undefined;
    const due = computeTransfer(payment);
    const returned = RETURNED[row];
    if (returned !== undefined)
      return {
        ...plain,
        isCredit: true,
        account: '47416810938000000001',
        amount: (returned(due) / 100).toFixed(2),
        purpose: `Возврат, счет закрыт. ${payment.purpose}`,
      };
    const kop = row === 'part' ? Math.ceil(due * 0.4) : due + (row === 'short' ? 1 : 0);
    const account = row === 'elsewhere' ? '40817810000000000001' : payment.method?.account;
    return {
      ...plain,
      amount: (kop / 100).toFixed(2),
      purpose: row === 'unnamed' ? 'Вознаграждение' : (payment.purpose ?? ''),
      ...(account !== undefined && account !== '' && { account }),
    };
  }

  /** Uploads a statement and checks that the upload changes no payment. */
  async function upload({ rows, at }: Extract<PayoutStep, { kind: 'statement' }>) {
    const recent = await payments();
    const awaitedPayments = recent.filter(
      ({ status }, index) => status === 'approved' || status === 'processing' || index === at,
    );
    const paymentFor = (row: BankRow, index: number) => {
      if (row in RETURNED) return pickAt(recent, at + index);
      return row === 'exact' ? awaitedPayments[index] : pickAt(awaitedPayments, index);
    };
    const rowDebits = rows.flatMap((row, index) => debitOf(row, paymentFor(row, index)) ?? []);
    // New documents get the next free numbers.
    const numbered = rowDebits.map((debit, index) =>
      debits.includes(debit) ? debit : { ...debit, number: String(debits.length + index + 1) },
    );
    if (numbered.length === 0) return;
    const before = await money();
    const data = statementFile(PAYER.bank_account, numbered);
    const { id } = await bank.upload(staff, { name: 'kl_to_1c.txt', data });
    expectSame('after a statement', await money(), before);
    statements.push(id);
    debits.push(...numbered);
  }

  async function decide({ at, word, by }: Extract<PayoutStep, { kind: 'decision' }>) {
    const statement = pickAt(statements, at);
    if (statement === undefined) return;
    const { results } = await bank.documents(staff, statement, { ordering: 'day', page_size: 100 });
    const documents = results.slice(0, 1 + (at % 4)).map(({ id }) => id);
    if (documents.length === 0) return;
    if (word === 'dismiss') {
      const before = await money();
      await bank.dismiss(accountants[by], statement, documents);
      return expectSame('after a dismissal', await money(), before);
    }
    const { applied, refused } = await bank.apply(accountants[by], statement, { documents });
    expectSame('decided documents', applied + refused.length, documents.length);
  }

  return { upload, decide };
}
