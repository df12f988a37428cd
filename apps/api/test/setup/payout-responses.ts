import { buildStatement } from '../../src/money/partner-statement/statement.ts';
import type { Staff } from '../../src/platform/http/viewer.ts';
import type { Ledger, Person } from './ledger.ts';

const sum = (rows: readonly { amount_kop: number }[]) =>
  rows.reduce((total, { amount_kop }) => total + amount_kop, 0);

const taxOf = (rows: readonly { tax_kop: number }[]) =>
  rows.reduce((total, { tax_kop }) => total + tax_kop, 0);

/** Returns the differences between the amounts in registries, their lines, payments and the statement of a partner. */
export async function payoutResponseProblems(ledger: Ledger, staff: Staff, { id: partnerId }: Person) {
  const problems: string[] = [];
  const same = (what: string, actual: unknown, expected: unknown) => {
    const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (left !== right) problems.push(`${what}: ${left} instead of ${right}`);
  };
  const own = await ledger.db
    .selectFrom('registry_payments as x')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.organization_id', '=', 'x.organization_id').onRef('p.id', '=', 'x.payment_id'),
    )
    .select('x.registry_id')
    .distinct()
    .where('x.organization_id', '=', staff.organizationId)
    .where('p.partner_id', '=', partnerId)
    .execute();
  if (own.length === 0) return problems;
  const to = ledger.clock().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
  const statement = await buildStatement(
    ledger.db,
    staff,
    partnerId,
    { from: '2026-03-01', to },
    ledger.clock(),
  );
  const paid = new Map(
    statement.lines.flatMap(({ kind, number, amount_kop }) =>
      kind === 'payment' ? [[number, -amount_kop]] : [],
    ),
  );
  for (const { registry_id } of own) {
    const { number, payments, amount_kop, tax_kop, lines, kinds } = await ledger.registries.get(
      staff,
      registry_id,
    );
    const page = { page_size: 100, ordering: 'number' } as const;
    const rows = (await ledger.registries.lines(staff, registry_id, page)).results;
    const members = rows.filter(({ state }) => state !== 'out');
    same(`${number} payments`, payments, members.length);
    same(`${number} sum`, amount_kop, sum(members));
    same(`${number} by kinds`, sum(kinds), amount_kop);
    same(`${number} tax`, tax_kop, taxOf(members));
    same(`${number} tax by kinds`, taxOf(kinds), tax_kop);
    for (const state of ['open', 'paid', 'failed', 'returned', 'out'] as const) {
      const matches = rows.filter((row) => row.state === state);
      same(`${number} ${state}`, lines[state], {
        count: matches.length,
        amount_kop: sum(matches),
        tax_kop: taxOf(matches),
      });
    }
    for (const { payment, state, amount_kop: line, tax_kop: tax } of rows) {
      if (state !== 'paid') continue;
      same(`${number}, ${payment.number}`, line, payment.amount_kop);
      same(`tax in ${number}, ${payment.number}`, tax, payment.tax_kop);
      if (payment.partner.id === partnerId)
        same(`statement, ${payment.number}`, paid.get(payment.number), line);
    }
  }
  return problems;
}
