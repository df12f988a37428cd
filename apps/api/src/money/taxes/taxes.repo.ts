import type { TaxExportQuery, TaxMonth } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { inOrder } from '../../platform/db/lists/page.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { countedPayments } from '../payments/counted-payments.ts';
import { earnedKop, settledDebtKop } from '../transfers/transfers.repo.ts';
import { contributionsDue, taxPeriods } from './deadlines.ts';

const KEYS = { paid_on: { column: sql`counted.day`, kind: 'text' } } as const;

/** Taxed payments `y` that count in the two periods of a month, and returns of earlier ones. Tax is withheld on the day of the transfer. */
const taxedPayments = (db: Db, { organizationId }: Staff, month: string) =>
  db
    .selectFrom(
      countedPayments(sql`d.organization_id = ${organizationId}`, taxPeriods(month)).as<'counted'>(
        sql`counted`,
      ),
    )
    .innerJoin('payments as y', (join) =>
      join
        .onRef('y.organization_id', '=', 'counted.organization_id')
        .onRef('y.id', '=', 'counted.payment_id'),
    )
    .where('y.taxes', 'is not', null);

/** SQL expression for a sum over counted payments, in kopecks. */
export const totalOf = (kop: RawBuilder<number>) =>
  sql<number>`coalesce(sum(counted.sign * ${kop}), 0)::bigint`;

/** Numbers of payments and of returns among the counted ones. */
export const COUNTS = [
  sql<number>`(count(*) filter (where counted.sign > 0))::int`.as('payments'),
  sql<number>`(count(*) filter (where counted.sign < 0))::int`.as('returns'),
] as const;

/** Query of the rows of the tax list, sorted by the day of the transfer. */
export const taxRows = (db: Db, staff: Staff, { month, ordering }: TaxExportQuery) =>
  inOrder(
    taxedPayments(db, staff, month)
      .innerJoin('partners as p', (join) =>
        join.onRef('p.organization_id', '=', 'y.organization_id').onRef('p.id', '=', 'y.partner_id'),
      )
      .innerJoin('organizations as o', 'o.id', 'y.organization_id')
      .select(['y.id', 'y.number', 'y.amount_kop', 'y.tax_kop', 'y.taxes', 'y.method', 'counted.sign'])
      .select([earnedKop('y').as('earned_kop'), settledDebtKop('y').as('settled_kop')])
      .select(['p.name as partner', 'y.payee_inn as inn', 'o.time_zone'])
      .select([
        sql<string>`y.paid_on::text`.as('paid_day'),
        sql<string>`counted.day::text`.as('counted_day'),
      ]),
    KEYS,
    sql`y.id`,
    ordering,
  );

export type TaxRow = Awaited<ReturnType<ReturnType<typeof taxRows>['query']['executeTakeFirstOrThrow']>>;

/** Returns the totals of a month in kopecks, with the tax due for each of its two periods. */
export async function findTaxMonth(db: Db, staff: Staff, month: string): Promise<TaxMonth> {
  const rows = await taxedPayments(db, staff, month)
    .select([
      'counted.ordinal',
      ...COUNTS,
      totalOf(earnedKop('y')).as('amount_kop'),
      totalOf(sql`y.tax_kop`).as('tax_kop'),
      totalOf(settledDebtKop('y')).as('settled_kop'),
      totalOf(sql`(y.taxes->>'contributions_kop')::bigint`).as('contributions_kop'),
    ])
    .groupBy('counted.ordinal')
    .execute();
  const total = (name: Exclude<keyof (typeof rows)[number], 'ordinal'>) =>
    rows.reduce((sum, row) => sum + row[name], 0);
  return {
    month,
    payments: total('payments'),
    returns: total('returns'),
    amount_kop: total('amount_kop'),
    tax_kop: total('tax_kop'),
    settled_kop: total('settled_kop'),
    contributions_kop: total('contributions_kop'),
    contributions_due_on: contributionsDue(month),
    periods: taxPeriods(month).map((period, index) => {
      const row = rows.find(({ ordinal }) => ordinal === index + 1);
      return { ...period, payments: row?.payments ?? 0, tax_kop: row?.tax_kop ?? 0 };
    }),
  };
}
