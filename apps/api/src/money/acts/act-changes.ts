import type { ActChange } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { earnedKop } from '../transfers/transfers.repo.ts';
import { findReturns, isEarned } from './act-sources.ts';
import type { ActRow } from './acts.repo.ts';
import { getFirstDayOfMonth, getLastDayOfMonth } from './months.ts';

/**
 * Returns the differences of a new act of the same month: late payments, payments that the bank returned, returns and cancelled returns. Empty
 * for a replaced or annulled act.
 */
export async function findActChanges(
  db: Db,
  { organization_id: organizationId, id, partner_id, month, status }: ChangedAct,
): Promise<ActChange[]> {
  if (status === 'replaced' || status === 'annulled') return [];
  const { rows: late } = await sql<Change>`
    select y.id, y.number, ${earnedKop('y')} as amount_kop from payments y
    where y.organization_id = ${organizationId} and y.partner_id = ${partner_id} and y.status = 'paid'
      and y.paid_on between ${getFirstDayOfMonth(month)}::date and ${getLastDayOfMonth(month)}::date
      and not exists (select from act_payments t
        where t.organization_id = y.organization_id and t.payment_id = y.id)
      and ${isEarned('y')}
    order by y.paid_on, y.number`.execute(db);
  const payments = await db
    .selectFrom('act_payments')
    .select('payment_id')
    .where('organization_id', '=', organizationId)
    .where('act_id', '=', id)
    .execute();
  const paymentIds = payments.map(({ payment_id }) => payment_id);
  const { rows: returned } = await sql<Change>`
    select y.id, y.number, -${earnedKop('y')} as amount_kop from act_payments t
    join payments y on y.organization_id = t.organization_id and y.id = t.payment_id
    where t.organization_id = ${organizationId} and t.act_id = ${id} and y.status = 'returned'
    order by y.number`.execute(db);
  const canceled = await db
    .selectFrom('act_returns as r')
    .innerJoin('accruals as a', (join) =>
      join.onRef('a.organization_id', '=', 'r.organization_id').onRef('a.id', '=', 'r.accrual_id'),
    )
    .select(['a.id', 'a.number', 'a.amount_kop'])
    .where('r.organization_id', '=', organizationId)
    .where('r.act_id', '=', id)
    .where('a.status', '=', 'canceled')
    .orderBy('a.number')
    .execute();
  return [
    ...late.map((payment) => changed('late_payment', 'В', payment)),
    ...returned.map((payment) => changed('payment_returned', 'В', payment)),
    ...(await findReturns(db, organizationId, paymentIds, id)).map((one) => changed('return', 'Н', one)),
    ...canceled.map((one) => changed('return_canceled', 'Н', { ...one, amount_kop: -one.amount_kop })),
  ];
}

type ChangedAct = Pick<ActRow, 'organization_id' | 'id' | 'partner_id' | 'month' | 'status'>;
type Change = { id: string; number: number; amount_kop: number };

const changed = (kind: ActChange['kind'], letter: string, { id, number, amount_kop }: Change): ActChange => ({
  kind,
  id,
  number: `${letter}-${number}`,
  amount_kop,
});
