import type { Statement, StatementQuery } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { checkPeriod } from '../../database/figures/periods.ts';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { midnight } from '../../platform/db/lists/conditions.ts';
import { noSuchObject } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type SubjectRow, toSubject } from '../accruals/subject.ts';
import { movedByStatus } from '../balances/past-balances.ts';

type Line = {
  at: Date;
  kind: Statement['lines'][number]['kind'];
  number: string;
  amount_kop: number;
  explanation: string;
  transfer_day: string | null;
} & SubjectRow;

type Closing = Statement['closing'];

/** A statement with the time zone and the legal name of its organization. */
export type FullStatement = Statement & { time_zone: string; organization_name: string };

/**
 * Returns the statement of a partner for a period: opening balance, lines and closing balance, in kopecks. `now` ends a period whose last
 * day has not ended.
 *
 * @throws ApiError 404 for a partner that the viewer may not see.
 */
export async function buildStatement(
  db: Db,
  viewer: Viewer,
  partnerId: string,
  { from, to }: StatementQuery,
  now: Date,
): Promise<FullStatement> {
  checkPeriod({ from, to });
  const card = await findCard(db, viewer, partnerId);
  if (card === undefined) throw noSuchObject();
  // The reason for a cancellation is an internal note of the organization.
  const reason = viewer.role === 'organization' ? sql`nullif(comment, '')` : sql`null`;
  const [begin, end] = [midnight(from, card.time_zone), midnight(to, card.time_zone, 1)];
  const changes = sql`(
    select created_at as at, kind, 'Н-' || number as number, amount_kop, explanation, id, lead_id, sale_id, null::date as transfer_day
    from accruals
    where organization_id = ${card.organization_id} and partner_id = ${partnerId}
    union all
    select canceled_at, 'cancellation', 'Н-' || number, -amount_kop, coalesce(${reason}, 'Отменено'), id, lead_id, sale_id, null
    from accruals
    where organization_id = ${card.organization_id} and partner_id = ${partnerId} and status = 'canceled'
    union all
    select paid_at, 'payment', 'В-' || number, -amount_kop, purpose, id, null, null, paid_on from payments
    where organization_id = ${card.organization_id} and partner_id = ${partnerId} and status in ('paid', 'returned')
    union all
    select returned_at, 'payment_return', 'В-' || number, amount_kop, 'Банк вернул перевод', id, null, null, returned_on from payments
    where organization_id = ${card.organization_id} and partner_id = ${partnerId} and status = 'returned'
  )`;
  // One query, so that the opening balance and the lines come from one snapshot.
  const { rows } = await sql<Line & Closing & { opening_kop: number }>`
    with line as materialized ${changes}
    select opening.opening_kop, closing.*, l.at, l.kind, l.number, l.amount_kop, l.explanation, l.transfer_day::text as transfer_day,
      l.lead_id, lead.number as lead_number, lead.name as lead_name,
      l.sale_id, sale.number as sale_number, sale.client_id, client.name as client_name
    from (
      select coalesce(sum(amount_kop), 0)::bigint as opening_kop from line where at < ${begin}
    ) opening
    cross join (
      select moved.hold_kop - ended.kop as hold_kop, moved.review_kop, moved.available_kop + ended.kop as available_kop, moved.reserved_kop
      from (
        select ${movedByStatus} from accrual_moves move
        where move.organization_id = ${card.organization_id} and move.partner_id = ${partnerId} and move.effective_at < ${end}
      ) moved
      cross join (
        select coalesce(sum(a.amount_kop), 0)::bigint as kop from accruals a
        where a.organization_id = ${card.organization_id} and a.partner_id = ${partnerId} and a.status = 'hold'
          and a.hold_until < least(${end}, ${now}::timestamptz + interval '1 microsecond') and a.created_at < ${end}
      ) ended
    ) closing
    left join line l on l.at >= ${begin} and l.at < ${end}
    left join leads lead on lead.organization_id = ${card.organization_id} and lead.id = l.lead_id
    left join sales sale on sale.organization_id = ${card.organization_id} and sale.id = l.sale_id
    left join clients client on client.organization_id = sale.organization_id and client.id = sale.client_id
    order by l.at, l.kind desc, l.id`.execute(db);
  const {
    opening_kop = 0,
    hold_kop = 0,
    review_kop = 0,
    available_kop = 0,
    reserved_kop = 0,
  } = rows[0] ?? {};
  let balance_kop = opening_kop;
  const lines = rows
    .filter(({ at }) => at !== null)
    .map(({ at, kind, number, amount_kop, explanation, transfer_day, ...row }) => {
      balance_kop += amount_kop;
      return {
        ...{ at: at.toISOString(), kind, number, amount_kop, balance_kop, explanation, transfer_day },
        ...toSubject(row),
      };
    });
  return {
    partner: { id: card.id, name: card.name },
    time_zone: card.time_zone,
    organization_name: card.legal_name || card.organization_name,
    from,
    to,
    opening_kop,
    lines,
    closing_kop: balance_kop,
    closing: { hold_kop, review_kop, available_kop, reserved_kop },
  };
}

const findCard = (db: Db, viewer: Viewer, id: string) =>
  db
    .selectFrom('partners as card')
    .innerJoin('organizations as o', 'o.id', 'card.organization_id')
    .select(['card.organization_id', 'card.id', 'card.name', 'o.time_zone', 'o.legal_name'])
    .select('o.name as organization_name')
    .where('card.id', '=', id)
    .where(visibleTo(viewer))
    .executeTakeFirst();
