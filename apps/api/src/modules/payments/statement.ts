import type { Statement, StatementQuery } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { checkPeriod } from '../../domain/periods.ts';
import { visibleTo } from '../../domain/visibility.ts';
import { midnight } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

type Line = {
  at: Date;
  kind: Statement['lines'][number]['kind'];
  number: string;
  amount_kop: number;
  explanation: string;
};

/** Statement of a partner: the debt before, over and after a period. Nothing is owed that is not a line. */
export async function statementOf(
  db: Db,
  viewer: Viewer,
  partnerId: string,
  { from, to }: StatementQuery,
): Promise<Statement> {
  checkPeriod({ from, to });
  const card = await findCard(db, viewer, partnerId);
  if (card === undefined) throw noSuchObject();
  // Why something was cancelled is the organization's own note.
  const reason = viewer.role === 'organization' ? sql`nullif(comment, '')` : sql`null`;
  const [begin, end] = [midnight(from, card.time_zone), midnight(to, card.time_zone, 1)];
  const lines = sql`(
    select created_at as at, kind, 'Н-' || number as number, amount_kop, explanation, id from accruals
    where organization_id = ${card.organization_id} and partner_id = ${partnerId}
    union all
    select canceled_at, 'cancellation', 'Н-' || number, -amount_kop, coalesce(${reason}, 'Отменено'), id
    from accruals
    where organization_id = ${card.organization_id} and partner_id = ${partnerId} and status = 'canceled'
    union all
    select paid_at, 'payment', 'В-' || number, -amount_kop, purpose, id from payments
    where organization_id = ${card.organization_id} and partner_id = ${partnerId} and status = 'paid'
  )`;
  // One statement, so that the balance before and the lines are of one moment.
  const { rows } = await sql<Line & { opening_kop: number }>`
    with line as materialized ${lines}
    select opening.opening_kop, l.at, l.kind, l.number, l.amount_kop, l.explanation
    from (
      select coalesce(sum(amount_kop), 0)::bigint as opening_kop from line where at < ${begin}
    ) opening
    left join line l on l.at >= ${begin} and l.at < ${end}
    order by l.at, l.kind desc, l.id`.execute(db);
  const opening_kop = rows[0]?.opening_kop ?? 0;
  const shown = rows.filter(({ at }) => at !== null);
  return {
    partner: { id: card.id, name: card.name },
    from,
    to,
    opening_kop,
    lines: shown.map(({ opening_kop: _, ...line }) => ({ ...line, at: line.at.toISOString() })),
    closing_kop: shown.reduce((sum, { amount_kop }) => sum + amount_kop, opening_kop),
  };
}

const findCard = (db: Db, viewer: Viewer, id: string) =>
  db
    .selectFrom('partners as card')
    .innerJoin('organizations as o', 'o.id', 'card.organization_id')
    .select(['card.organization_id', 'card.id', 'card.name', 'o.time_zone'])
    .where('card.id', '=', id)
    .where(visibleTo(viewer))
    .executeTakeFirst();
