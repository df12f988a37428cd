import {
  computeTransfer,
  type PartnerKind,
  type TaxYear,
  type TaxYearExportQuery,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { inOrder } from '../../platform/db/lists/page.ts';
import type { Sheet, WithTimeZone } from '../../platform/export/columns.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { formatInn, formatKind } from '../payable/payee-columns.ts';
import { countedPayments } from '../payments/counted-payments.ts';
import { earnedKop, settledDebtKop } from '../transfers/transfers.repo.ts';
import { COUNTS, totalOf } from './taxes.repo.ts';

const SUMS = [
  ...COUNTS,
  totalOf(earnedKop('y')).as('earned_kop'),
  totalOf(settledDebtKop('y')).as('settled_kop'),
  totalOf(sql`y.amount_kop`).as('amount_kop'),
  totalOf(sql`y.tax_kop`).as('tax_kop'),
  totalOf(sql`(y.taxes->>'contributions_kop')::bigint`).as('contributions_kop'),
] as const;

/** Payments `y` of a calendar year by the day of the transfer, and returns of earlier ones. */
const paidInYear = (db: Db, { organizationId }: Staff, year: string) =>
  db
    .selectFrom(
      countedPayments(sql`d.organization_id = ${organizationId}`, [
        { from: `${year}-01-01`, to: `${year}-12-31` },
      ]).as<'counted'>(sql`counted`),
    )
    .innerJoin('payments as y', (join) =>
      join
        .onRef('y.organization_id', '=', 'counted.organization_id')
        .onRef('y.id', '=', 'counted.payment_id'),
    );

/** Returns the payments of a year by the kind of the partner when each was approved, in kopecks. */
export async function findTaxYear(db: Db, staff: Staff, year: string): Promise<TaxYear> {
  const kinds = await paidInYear(db, staff, year)
    .select(['y.payee_kind as kind', sql<number>`count(distinct y.partner_id)::int`.as('partners'), ...SUMS])
    .groupBy('y.payee_kind')
    .orderBy(sql`y.payee_kind nulls last`)
    .execute();
  return {
    year,
    kinds: kinds.map(({ earned_kop, ...kind }) => ({ ...kind, amount_kop: earned_kop })),
  };
}

/** Query of the payments of a year: a row for each partner, kind and INN. */
export const taxYearRows = (db: Db, staff: Staff, { year, ordering }: TaxYearExportQuery) =>
  inOrder(
    db
      .selectFrom(
        paidInYear(db, staff, year)
          .select([
            'y.organization_id',
            'y.partner_id',
            'y.payee_kind',
            'y.payee_inn',
            sql<string>`min(y.id::text)::uuid`.as('id'),
            ...SUMS,
          ])
          .groupBy(['y.organization_id', 'y.partner_id', 'y.payee_kind', 'y.payee_inn'])
          .as('g'),
      )
      .innerJoin('partners as p', (join) =>
        join.onRef('p.organization_id', '=', 'g.organization_id').onRef('p.id', '=', 'g.partner_id'),
      )
      .innerJoin('organizations as o', 'o.id', 'g.organization_id')
      .selectAll('g')
      .select(['p.name as partner', 'o.time_zone']),
    { partner: { column: sql`p.name_key`, kind: 'text' } } as const,
    sql`g.id`,
    ordering,
  );

type Row = {
  partner: string;
  payee_kind: PartnerKind | null;
  payee_inn: string | null;
  payments: number;
  returns: number;
  earned_kop: number;
  settled_kop: number;
  amount_kop: number;
  tax_kop: number;
  contributions_kop: number;
} & WithTimeZone;

/** Sheet of the payments of a year, for the yearly reports of the accountant. */
export const taxYearSheet = (year: string): Sheet<Row> => ({
  name: `Выплаты за ${year} год`,
  latinName: `payments-${year}`,
  columns: [
    { title: 'Партнер', width: 32, kind: 'text', value: ({ partner }) => partner },
    {
      title: 'Вид партнера при выплате',
      width: 20,
      kind: 'text',
      value: ({ payee_kind }) => formatKind(payee_kind),
    },
    { title: 'ИНН при выплате', width: 16, kind: 'digits', value: ({ payee_inn }) => formatInn(payee_inn) },
    { title: 'Налоговый период', width: 18, kind: 'digits', value: () => year },
    { title: 'Выплат', width: 10, kind: 'number', value: ({ payments }) => payments },
    { title: 'Возвратов', width: 10, kind: 'number', value: ({ returns }) => returns },
    { title: 'Начислено, ₽', width: 16, kind: 'money', value: ({ earned_kop }) => earned_kop },
    { title: 'НДФЛ, ₽', width: 14, kind: 'money', value: ({ tax_kop }) => tax_kop },
    {
      title: 'Зачтено переведенное раньше, ₽',
      width: 18,
      kind: 'money',
      value: ({ settled_kop }) => settled_kop,
    },
    { title: 'Выплачено, ₽', width: 16, kind: 'money', value: computeTransfer },
    { title: 'Взносы, ₽', width: 14, kind: 'money', value: ({ contributions_kop }) => contributions_kop },
  ],
});
