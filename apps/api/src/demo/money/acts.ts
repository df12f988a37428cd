import type { ActStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit, type Cause } from '../../audit/index.ts';
import { getLastDayOfMonth, makeActs, moscowDay } from '../../money/index.ts';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { type DemoScene, REQUEST_ID } from '../scene.ts';

const MONTHS = 2;
const PARTNERS = 12;
/** Position of the act with an objection among the acts of the last month. */
const OBJECTION = 3;

/**
 * Creates acts. The acts of the month before last are confirmed. Of the last month two are confirmed, one has an objection, and the others wait
 * for a response, including the act of the demo partner. Responses are rows: the other partners have no user who could call the service.
 */
export async function insertActs(
  trx: Db,
  { organizationId, staff: { userId: staffId }, partner: { userId: partnerUserId }, now }: DemoScene,
) {
  const partners = await trx
    .selectFrom('partners')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'active')
    .orderBy(sql`user_id is not distinct from ${partnerUserId}`, 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(PARTNERS)
    .execute();
  const ids = partners.map(({ id }) => id);
  await sql`
    update partners set contract_number = 'Р-' || n.ordinal, contract_date = (partners.created_at)::date,
      contract_kind = case when kind <> 'self_employed' and n.ordinal % 3 = 0 then 'agency' else contract_kind end
    from unnest(${ids}::uuid[]) with ordinality as n (id, ordinal)
    where organization_id = ${organizationId} and partners.id = n.id`.execute(trx);
  const { rows: months } = await sql<{ month: string }>`
    select distinct to_char(paid_on, 'YYYY-MM') as month from payments
    where organization_id = ${organizationId} and status = 'paid'
      and to_char(paid_on, 'YYYY-MM') < ${moscowDay(now).slice(0, 7)}
    order by month desc limit ${MONTHS}`.execute(trx);
  for (const [monthsAgo, { month }] of [...months.entries()].reverse()) {
    const at = new Date(
      Math.min(now.getTime() - HOUR_MS, Date.parse(getLastDayOfMonth(month)) + DAY_MS + 9 * HOUR_MS),
    );
    const cause = { actorId: staffId, requestId: REQUEST_ID, at };
    const { rows: paid } = await sql<{ partner_id: string }>`
      select distinct partner_id from payments
      where organization_id = ${organizationId} and status = 'paid' and to_char(paid_on, 'YYYY-MM') = ${month}
      order by partner_id`.execute(trx);
    await makeActs(
      trx,
      { organizationId, month, partners: paid.map(({ partner_id }) => partner_id) },
      cause,
      () => at,
    );
    for (const [position, { id }] of (await selectActs(month)).entries()) {
      if (monthsAgo > 0 || (position > 0 && position < OBJECTION)) await respond(id, 'confirmed', cause);
      if (monthsAgo === 0 && position === OBJECTION) await respond(id, 'objected', cause);
    }
  }

  /** Acts of a month. The act of the demo partner is first. */
  function selectActs(month: string) {
    return trx
      .selectFrom('acts as a')
      .innerJoin('partners as p', (join) =>
        join.onRef('p.organization_id', '=', 'a.organization_id').onRef('p.id', '=', 'a.partner_id'),
      )
      .select('a.id')
      .where('a.organization_id', '=', organizationId)
      .where('a.month', '=', month)
      .orderBy(sql`p.user_id is not distinct from ${partnerUserId}`, 'desc')
      .orderBy('a.number')
      .execute();
  }

  async function respond(id: string, status: ActStatus, { at, ...cause }: Cause) {
    const answeredAt = new Date(Math.min(now.getTime(), at.getTime() + DAY_MS));
    const objection = status === 'objected' ? 'В договоре другая дата, исправьте, пожалуйста' : '';
    await trx
      .updateTable('acts')
      .set({ status, objection, version: 2, answered_at: answeredAt, updated_at: answeredAt })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
    await audit(trx, {
      ...cause,
      organizationId,
      actorId: null,
      at: answeredAt,
      kind: 'act',
      objectId: id,
      action: `act.${status}`,
      diff: { from: 'issued', to: status, reason: objection },
    });
  }
}
