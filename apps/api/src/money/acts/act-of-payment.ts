import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isLiveAct, isWithoutAct } from './act-sources.ts';

type Row = {
  month: string | null;
  is_without: boolean;
  listed_id: string | null;
  listed: number | null;
  own_id: string | null;
  own: number | null;
};

const numbered = (id: string | null, number: number | null) =>
  id === null || number === null ? null : { id, number: `А-${number}` };

/** Returns the act that lists a payment. For a payment missing from the acts of its month, returns the month and the partner's act of it. */
export async function actOfPayment(db: Db, organizationId: string, paymentId: string) {
  const { rows } = await sql<Row>`
    select to_char(y.paid_on, 'YYYY-MM') as month, ${isWithoutAct('y')} as is_without,
      listed.id as listed_id, listed.number as listed, own.id as own_id, own.number as own
    from payments y
    left join act_payments t on t.organization_id = y.organization_id and t.payment_id = y.id
    left join acts listed on listed.organization_id = t.organization_id and listed.id = t.act_id
    left join acts own on own.organization_id = y.organization_id and own.partner_id = y.partner_id
      and own.month = to_char(y.paid_on, 'YYYY-MM') and ${isLiveAct('own')}
    where y.organization_id = ${organizationId} and y.id = ${paymentId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return { act: null, without_act: null };
  const { month, is_without, listed_id, listed, own_id, own } = row;
  return {
    act: numbered(listed_id, listed),
    without_act: is_without && month !== null ? { month, act: numbered(own_id, own) } : null,
  };
}
