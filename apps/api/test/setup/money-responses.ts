import { buildStatement } from '../../src/money/partner-statement/statement.ts';
import type { Staff } from '../../src/platform/http/viewer.ts';
import type { Ledger, Person } from './ledger.ts';

const sum = (rows: readonly { amount_kop: number }[]) =>
  rows.reduce((total, { amount_kop }) => total + amount_kop, 0);

const listOf = { ordering: '-created_at', page_size: 100 } as const;

/** Returns the differences between the responses about a partner's money. `viewerName` is the role of the caller. */
export async function responseProblems(
  ledger: Ledger,
  staff: Staff,
  partner: Person,
  viewerName: 'organization' | 'partner',
): Promise<string[]> {
  const problems: string[] = [];
  const same = (what: string, actual: unknown, expected: unknown) => {
    const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (left !== right) problems.push(`${what}: ${left} instead of ${right}`);
  };
  const viewer = viewerName === 'organization' ? staff : partner.viewer;
  const filter = { partner: [partner.id] };
  const accruals = (await ledger.accruals.list(viewer, { ...listOf, ...filter })).results;
  const payments = (await ledger.payments.list(viewer, { ...listOf, ...filter })).results;
  const [accrualCounts, paymentCounts] = [
    await ledger.accruals.counts(viewer, filter),
    await ledger.payments.counts(viewer, filter),
  ];
  const { balance } = await ledger.partners.get(staff, partner.id);
  const today = ledger.clock().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
  const { closing_kop, closing, lines, opening_kop } = await buildStatement(
    ledger.db,
    viewer,
    partner.id,
    { from: '2026-03-01', to: today },
    ledger.clock(),
  );

  const inState = (status: string) => accruals.filter((accrual) => accrual.status === status);
  for (const status of ['hold', 'review', 'available', 'reserved', 'paid', 'canceled'] as const) {
    same(`accruals in ${status}`, accrualCounts[status], inState(status).length);
    same(`sum of accruals in ${status}`, accrualCounts.sums?.[status], sum(inState(status)));
    if (status !== 'canceled')
      same(`balance in ${status}`, balance[`${status}_kop`], accrualCounts.sums?.[status]);
  }
  const { hold_kop, review_kop, available_kop, reserved_kop, paid_kop, earned_kop } = balance;
  same('earned', earned_kop, hold_kop + review_kop + available_kop + reserved_kop + paid_kop);
  same('accruals that count', accrualCounts.sums?.all, earned_kop);
  for (const status of [
    'requested',
    'draft',
    'approved',
    'processing',
    'paid',
    'failed',
    'canceled',
    'returned',
  ] as const) {
    const matches = payments.filter((payment) => payment.status === status);
    same(`payments in ${status}`, paymentCounts[status], matches.length);
    same(`sum of payments in ${status}`, paymentCounts.sums?.[status], sum(matches));
  }
  same('paid', paymentCounts.sums?.paid, paid_kop);
  same('statement', closing_kop, earned_kop - paid_kop);
  same('parts of the statement', closing, { hold_kop, review_kop, available_kop, reserved_kop });
  if (viewerName === 'organization') {
    const query = { ordering: '-created_at', page_size: 100, at: today } as const;
    const { results } = await ledger.partners.list(staff, query);
    const past = results.find(({ id }) => id === partner.id)?.balance;
    for (const status of ['hold', 'review', 'available', 'reserved', 'paid', 'earned'] as const)
      same(`${status} at the end of today`, past?.[`${status}_kop`], balance[`${status}_kop`]);
  }
  same('lines of the statement', opening_kop + sum(lines), closing_kop);
  return problems;
}
