import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { earnedKop, isTransferDebt, settledDebtKop } from '../transfers/transfers.repo.ts';
import { MAX_ACT_LINES, type PaidAccrual, type PaidPayment } from './act-content.ts';
import { getFirstDayOfMonth, getLastDayOfMonth } from './months.ts';

/** Predicate: a live act, which is one that is neither replaced nor annulled, lists the payments. */
const isListed = (payments: string) => sql<SqlBool>`exists (select from act_payments t
  where t.organization_id = ${sql.ref(`${payments}.organization_id`)} and t.payment_id = ${sql.ref(`${payments}.id`)})`;
const isInAct = isListed('y');

/** Predicate: the payments pay for something. Others only send returned money again, and an act is not about them. */
export const isEarned = (payments: string) => sql<SqlBool>`${earnedKop(payments)} > 0`;

/** Predicate: acts `a` are live: neither replaced nor annulled. */
export const isLiveAct = (acts: string) =>
  sql<SqlBool>`${sql.ref(`${acts}.status`)} not in ('replaced', 'annulled')`;

/**
 * Predicate: paid payment `y` belongs to the act of `month`. It was paid in that month, or it was paid in an earlier month and marked as paid
 * after the act of that earlier month was created.
 */
export const isOfMonth = (month: string) => sql<SqlBool>`(
  y.paid_on between ${getFirstDayOfMonth(month)}::date and ${getLastDayOfMonth(month)}::date
  or (y.paid_on < ${getFirstDayOfMonth(month)}::date and not ${isInAct}
    and exists (select from acts a where a.organization_id = y.organization_id and a.partner_id = y.partner_id
      and ${isLiveAct('a')} and a.month = to_char(y.paid_on, 'YYYY-MM'))))`;

/**
 * Predicate: the payments are paid, acts of their month exist, and no live act lists the payments.
 *
 * @param payments SQL alias of the payments.
 */
export function isWithoutAct(payments: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${payments}.${name}`);
  return sql<SqlBool>`(
    ${column('status')} = 'paid' and not ${isListed(payments)} and ${isEarned(payments)}
    and (${column('organization_id')}, to_char(${column('paid_on')}, 'YYYY-MM')) in (select organization_id, month from acts))`;
}

/**
 * Returns the paid payments for the act of a month that no live act lists. Sums exclude transfer debts and the returns that another act
 * includes.
 */
export async function paidIn(trx: Db, organizationId: string, month: string, partners: readonly string[]) {
  const { rows } = await sql<PaidPayment & { partner_id: string }>`
    select y.id, y.partner_id, y.number, y.paid_on::text as paid_on, y.method, y.tax_kop,
      y.amount_kop - y.tax_kop as transfer_kop, ${settledDebtKop('y')} as settled_kop,
      sum(a.amount_kop)::bigint as amount_kop, count(*)::int as accruals
    from payments y
    join accruals a on a.organization_id = y.organization_id and a.payment_id = y.id
    where y.organization_id = ${organizationId} and y.partner_id = any(${[...partners]}::uuid[])
      and y.status = 'paid' and ${isOfMonth(month)} and not ${isInAct} and ${isEarned('y')} and not ${isTransferDebt('a')}
      and not exists (select from act_returns r where r.organization_id = a.organization_id and r.accrual_id = a.id)
    group by y.organization_id, y.id
    order by y.paid_on, y.number`.execute(trx);
  return rows;
}

/**
 * Returns the accruals of payments by number, without transfer debts and the returns that another act includes. Partners with more than
 * `MAX_ACT_LINES` of them have none here.
 */
export async function findPaidAccruals(
  trx: Db,
  organizationId: string,
  payments: readonly (PaidPayment & { partner_id: string })[],
): Promise<PaidAccrual[]> {
  const listed = [...Map.groupBy(payments, ({ partner_id }) => partner_id).values()]
    .filter((ofPartner) => ofPartner.reduce((sum, { accruals }) => sum + accruals, 0) <= MAX_ACT_LINES)
    .flat();
  if (listed.length === 0) return [];
  const { rows } = await sql<PaidAccrual>`
    select a.id, a.payment_id, a.number, a.explanation, a.amount_kop, l.number as lead,
      sale.number as sale, client.number as client, p.name as program
    from accruals a
    left join leads l on l.organization_id = a.organization_id and l.id = a.lead_id
    left join sales sale on sale.organization_id = a.organization_id and sale.id = a.sale_id
    left join clients client on client.organization_id = sale.organization_id and client.id = sale.client_id
    left join programs p on p.organization_id = a.organization_id and p.id = a.program_id
    where a.organization_id = ${organizationId} and a.payment_id = any(${listed.map(({ id }) => id)}::uuid[])
      and not ${isTransferDebt('a')}
      and not exists (select from act_returns r where r.organization_id = a.organization_id and r.accrual_id = a.id)
    order by a.number`.execute(trx);
  return rows;
}

const NO_ACT = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the reversals of rewards in these payments that no act includes yet, each with the last payment of its claim and partner. A reversal is included
 * only when the payments cover all of it, so that an act is never negative. Other reversals belong to the act of the payment that offsets them.
 *
 * @param act live act that lists these payments. The reversals that it includes are counted, but not returned again.
 */
export async function findReturns(
  trx: Db,
  organizationId: string,
  payments: readonly string[],
  act: string = NO_ACT,
): Promise<PaidAccrual[]> {
  if (payments.length === 0) return [];
  const { rows } = await sql<PaidAccrual>`
    with held as (
      select a.claim_id, a.partner_id, sum(a.amount_kop) as amount_kop,
        (array_agg(y.id order by y.paid_on desc, y.number desc) filter (where y.id is not null))[1] as payment_id
      from accruals a
      left join payments y on y.organization_id = a.organization_id and y.id = a.payment_id and y.id = any(${[...payments]}::uuid[])
      left join act_returns r on r.organization_id = a.organization_id and r.accrual_id = a.id
      where a.organization_id = ${organizationId} and a.claim_id is not null and a.status <> 'canceled'
        and (r.act_id = ${act} or (r.act_id is null and a.payment_id = any(${[...payments]}::uuid[])))
      group by 1, 2
    ), open as (
      select c.*, h.payment_id as paid_by, h.amount_kop as held_kop,
        sum(c.amount_kop) over of_claim as balance_kop, sum(least(c.amount_kop, 0)) over of_claim as returned_kop
      from held h join accruals c on c.claim_id = h.claim_id and c.partner_id = h.partner_id
      where c.organization_id = ${organizationId} and c.status <> 'canceled' and h.payment_id is not null
        and (c.payment_id is null or c.payment_id <> all(${[...payments]}::uuid[]))
        and not exists (select from act_returns r where r.organization_id = c.organization_id and r.accrual_id = c.id)
        and not exists (select from act_payments t
          where t.organization_id = c.organization_id and t.payment_id = c.payment_id)
      window of_claim as (partition by c.claim_id, c.partner_id)
    )
    select o.id, o.paid_by as payment_id, o.number, o.explanation, o.amount_kop, l.number as lead,
      sale.number as sale, client.number as client, p.name as program
    from open o
    left join leads l on l.organization_id = o.organization_id and l.id = o.lead_id
    left join sales sale on sale.organization_id = o.organization_id and sale.id = o.sale_id
    left join clients client on client.organization_id = sale.organization_id and client.id = sale.client_id
    left join programs p on p.organization_id = o.organization_id and p.id = o.program_id
    where o.amount_kop < 0 and o.balance_kop < 0 and o.held_kop + o.returned_kop >= 0
    order by o.number`.execute(trx);
  return rows;
}
