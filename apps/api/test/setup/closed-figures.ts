import { sql } from 'kysely';
import { addMonths, getLastDayOfMonth } from '../../src/money/acts/months.ts';
import { buildStatement } from '../../src/money/partner-statement/statement.ts';
import { findTaxMonth } from '../../src/money/taxes/taxes.repo.ts';
import type { Staff } from '../../src/platform/http/viewer.ts';
import { type Ledger, START } from './ledger.ts';

/** Balances of partners at the end of a month from the moves, and their paid and returned payments by the days on which these count. */
async function readTables(
  { db }: Ledger,
  { organizationId }: Staff,
  partners: readonly string[],
  month: string,
) {
  const [from, to] = [`${month}-01`, getLastDayOfMonth(month)];
  const { rows } = await sql<{ name: string; kop: number }>`
    select move.partner_id || ' ' || case when account.status in ('hold', 'available') then 'unpaid' else account.status end as name,
      sum(account.kop)::bigint as kop
    from accrual_moves move
    cross join lateral (values (move.to_status, move.amount_kop), (move.from_status, -move.amount_kop)) account (status, kop)
    where move.organization_id = ${organizationId} and move.partner_id = any(${partners}::uuid[]) and account.status is not null
      and move.effective_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
    group by 1
    union all
    select 'paid ' || number, amount_kop from payments
    where organization_id = ${organizationId} and partner_id = any(${partners}::uuid[])
      and status in ('paid', 'returned') and paid_on between ${from}::date and ${to}::date
    union all
    select 'returned ' || number, amount_kop from payments
    where organization_id = ${organizationId} and partner_id = any(${partners}::uuid[])
      and status = 'returned' and returned_on between ${from}::date and ${to}::date
    union all
    select 'transfers', coalesce(sum(amount_kop), 0)::bigint from transfers
    where organization_id = ${organizationId} and entered_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
    order by 1`.execute(db);
  return rows;
}

/** Returns the figures of each closed month since the start of histories: tables, lists of payments, statements and taxes. */
export async function readClosedMonths(ledger: Ledger, staff: Staff, partners: readonly string[]) {
  const figures = new Map<string, unknown>();
  const { closed } = await ledger.closedMonths.get(staff);
  const { db, clock } = ledger;
  let month = START.toISOString().slice(0, 7);
  for (; closed !== null && month <= closed; month = addMonths(month, 1)) {
    const [from, to] = [`${month}-01`, getLastDayOfMonth(month)];
    const statements: unknown[] = [];
    for (const id of partners) {
      const { lines, closing_kop, opening_kop } = await buildStatement(db, staff, id, { from, to }, clock());
      const sums = lines.map(({ at, kind, number, amount_kop }) => [at, kind, number, amount_kop]);
      statements.push({ opening_kop, closing_kop, sums });
    }
    figures.set(month, {
      tables: await readTables(ledger, staff, partners, month),
      payments: await ledger.payments.counts(staff, { partner: [...partners], paid_from: from, paid_to: to }),
      taxes: await findTaxMonth(db, staff, month),
      statements,
    });
  }
  return figures;
}
