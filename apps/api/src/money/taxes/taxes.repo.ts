import type { TaxExportQuery, TaxMonth } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { inOrder } from '../../platform/db/lists/page.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { earnedKop, settledDebtKop } from '../transfers/transfers.repo.ts';
import { contributionsDue, taxPeriods } from './deadlines.ts';

const KEYS = { paid_on: { column: sql`y.paid_on`, kind: 'text' } } as const;

/** Taxed payments of a month. Tax is withheld on the day of the transfer. */
const taxedPayments = (db: Db, { organizationId }: Staff, month: string) => {
  const [first, second] = taxPeriods(month);
  return db
    .selectFrom('payments as y')
    .where('y.organization_id', '=', organizationId)
    .where('y.status', '=', 'paid')
    .where('y.taxes', 'is not', null)
    .where(sql<boolean>`y.paid_on between ${first.from}::date and ${second.to}::date`);
};

/** Query of the rows of the tax list, sorted by the day of the transfer. */
export const taxRows = (db: Db, staff: Staff, { month, ordering }: TaxExportQuery) =>
  inOrder(
    taxedPayments(db, staff, month)
      .innerJoin('partners as p', (join) =>
        join.onRef('p.organization_id', '=', 'y.organization_id').onRef('p.id', '=', 'y.partner_id'),
      )
      .innerJoin('organizations as o', 'o.id', 'y.organization_id')
      .select(['y.id', 'y.number', 'y.amount_kop', 'y.tax_kop', 'y.taxes', 'y.method'])
      .select([earnedKop('y').as('earned_kop'), settledDebtKop('y').as('settled_kop')])
      .select(['p.name as partner', 'y.payee_inn as inn', 'o.time_zone'])
      .select(sql<string>`y.paid_on::text`.as('paid_day')),
    KEYS,
    sql`y.id`,
    ordering,
  );

export type TaxRow = Awaited<ReturnType<ReturnType<typeof taxRows>['query']['executeTakeFirstOrThrow']>>;

/** Returns the totals of a month in kopecks, with the tax due for each of its two periods. */
export async function findTaxMonth(db: Db, staff: Staff, month: string): Promise<TaxMonth> {
  const periods = taxPeriods(month);
  const [first] = periods;
  const isFirst = sql<boolean>`y.paid_on <= ${first.to}::date`;
  const rows = await taxedPayments(db, staff, month)
    .select([
      isFirst.as('is_first'),
      sql<number>`count(*)::int`.as('payments'),
      sql<number>`sum(${earnedKop('y')})::bigint`.as('amount_kop'),
      sql<number>`sum(y.tax_kop)::bigint`.as('tax_kop'),
      sql<number>`sum(${settledDebtKop('y')})::bigint`.as('settled_kop'),
      sql<number>`sum((y.taxes->>'contributions_kop')::bigint)::bigint`.as('contributions_kop'),
    ])
    .groupBy(sql`1`)
    .execute();
  const total = (name: 'payments' | 'amount_kop' | 'tax_kop' | 'settled_kop' | 'contributions_kop') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return {
    month,
    payments: total('payments'),
    amount_kop: total('amount_kop'),
    tax_kop: total('tax_kop'),
    settled_kop: total('settled_kop'),
    contributions_kop: total('contributions_kop'),
    contributions_due_on: contributionsDue(month),
    periods: periods.map((period, index) => {
      const row = rows.find(({ is_first }) => is_first === (index === 0));
      return { ...period, payments: row?.payments ?? 0, tax_kop: row?.tax_kop ?? 0 };
    }),
  };
}
