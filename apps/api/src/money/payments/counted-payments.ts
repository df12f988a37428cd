import type { PaymentStatus } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** First and last day of a period, as ISO 8601 dates. */
type Period = { from: string; to: string };

/**
 * Rows of `countedPayments`. `ordinal` numbers the periods from 1. `sign` is 1 for a payment made in the period, and -1 for the return of a
 * payment made before it. `day` is the day of the payment or of the return.
 */
export type CountedPayments = {
  organization_id: string;
  payment_id: string;
  partner_id: string;
  ordinal: number;
  amount_kop: number;
  sign: 1 | -1;
  day: unknown;
};

/**
 * SQL: the payments that count in periods. A payment counts on `paid_on` and its return on `returned_on`, so a return never changes the
 * figures of an earlier period. A payment that the bank returns within the period does not count in it.
 *
 * @param isVisible predicate on rows `d` with an organization and a partner.
 */
export const countedPayments = (isVisible: RawBuilder<SqlBool>, periods: readonly Period[]) =>
  sql<CountedPayments>`(
    select p.ordinal::int as ordinal, counted.*
    from unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[])
      with ordinality as p (first_day, last_day, ordinal)
    cross join lateral (
      select d.organization_id, d.payment_id, d.partner_id, max(d.amount_kop) as amount_kop, sum(d.sign)::int as sign, max(d.day) as day
      from payment_movements d
      where ${isVisible} and d.day between p.first_day and p.last_day
      group by d.organization_id, d.payment_id, d.partner_id
      having sum(d.sign) <> 0
    ) counted)`;

/**
 * SQL expression for the status of `payments`, an alias of the table, at the end of a day: a payment that the bank returned later counts as
 * paid. Other statuses are the current ones.
 */
export const statusOn = (payments: string, day: string) =>
  sql<PaymentStatus>`case when ${sql.ref(`${payments}.returned_on`)} > ${day}::date then 'paid' else ${sql.ref(`${payments}.status`)} end`;
