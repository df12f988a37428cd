import { type OrganizationTask, type PartnerTask, PERMISSIONS } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { earnedKop, isLate, isLiveAct, isOwed, isWithoutAct } from '../../../money/index.ts';
import { readsRequisites } from '../../../people/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { PartnerViewer, Staff } from '../../../platform/http/viewer.ts';

const COUNT = sql<number>`count(*)::int`.as('count');

/** Tasks of an organization about receipts and acts, for employees whose position can act on them. */
export async function documentTasks(db: Db, staff: Staff, now: Date): Promise<OrganizationTask[]> {
  const { organizationId, position } = staff;
  const makesActs = PERMISSIONS.createActs.includes(position);
  return [
    ...(readsRequisites(staff) ? await receiptTasks(db, organizationId, now) : []),
    ...(makesActs
      ? [
          { kind: 'acts_objected' as const, ...(await objectedActs(db, organizationId)) },
          { kind: 'payments_without_act' as const, ...(await paymentsWithoutAct(db, organizationId)) },
          ...(await actsWithReturns(db, organizationId)),
        ]
      : []),
  ];
}

/** Missing receipts: their number, the number of partners and the sum of the payments. */
async function receiptTasks(db: Db, organizationId: string, now: Date): Promise<OrganizationTask[]> {
  const countReceipts = (condition: SqlBoolExpression) =>
    db
      .selectFrom('receipts as r')
      .innerJoin('payments as y', (join) =>
        join.onRef('y.organization_id', '=', 'r.organization_id').onRef('y.id', '=', 'r.payment_id'),
      )
      .where('r.organization_id', '=', organizationId)
      .where(condition)
      .select([
        COUNT,
        sql<number>`coalesce(sum(${earnedKop('y')}), 0)::bigint`.as('sum_kop'),
        sql<number>`count(distinct r.partner_id)::int`.as('partners'),
      ])
      .executeTakeFirstOrThrow();
  const inTime = (...statuses: string[]) =>
    sql<SqlBool>`(r.status = any(${statuses}) and not ${isLate(now)})`;
  return [
    { kind: 'receipts_late', ...(await countReceipts(isLate(now))) },
    { kind: 'receipts_wrong', ...(await countReceipts(inTime('mismatched', 'annulled'))) },
    { kind: 'receipts_awaited', ...(await countReceipts(inTime('awaited'))) },
    { kind: 'receipts_to_annul', ...(await countReceipts(inTime('to_annul'))) },
  ];
}

type SqlBoolExpression = ReturnType<typeof isLate>;

const objectedActs = (db: Db, organizationId: string) =>
  db
    .selectFrom('acts')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'objected')
    .select([COUNT, sql<number>`coalesce(sum(amount_kop), 0)::bigint`.as('sum_kop')])
    .executeTakeFirstOrThrow();

/** Acts with payments that the bank returned, and the sum of these payments. */
async function actsWithReturns(db: Db, organizationId: string): Promise<OrganizationTask[]> {
  const { rows } = await sql<{ count: number; sum_kop: number; id: string; number: number }>`
    select (count(*) over ())::int as count, (sum(sum(y.amount_kop)) over ())::bigint as sum_kop, a.id, a.number
    from payments y
    join act_payments t on t.organization_id = y.organization_id and t.payment_id = y.id
    join acts a on a.organization_id = t.organization_id and a.id = t.act_id
    where y.organization_id = ${organizationId} and y.status = 'returned' and ${isLiveAct('a')}
    group by a.id, a.number
    order by a.number limit 1`.execute(db);
  return rows.map(({ count, sum_kop, id, number }) => ({
    kind: 'acts_with_returns',
    count,
    sum_kop,
    act: { id, number: `А-${number}` },
  }));
}

/** Starts from the months of acts, so that an index can be used for their payments. */
async function paymentsWithoutAct(db: Db, organizationId: string) {
  const { rows } = await sql<{ count: number; sum_kop: number }>`
    select count(*)::int as count, coalesce(sum(${earnedKop('y')}), 0)::bigint as sum_kop
    from (
      select distinct to_date(a.month, 'YYYY-MM') as first_day from acts a where a.organization_id = ${organizationId}
    ) m
    join payments y on y.paid_on >= m.first_day and y.paid_on < (m.first_day + interval '1 month')::date
    where y.organization_id = ${organizationId} and ${isWithoutAct('y')}`.execute(db);
  return rows[0] ?? { count: 0, sum_kop: 0 };
}

const MAX_TASKS = 5;

/** Receipts that a partner has to give or annul and acts that wait for its response, oldest first; at most five of each. */
export async function partnerDocumentTasks(db: Db, viewer: PartnerViewer, now: Date): Promise<PartnerTask[]> {
  const receipts = await db
    .selectFrom('receipts as r')
    .innerJoin('payments as y', (join) =>
      join.onRef('y.organization_id', '=', 'r.organization_id').onRef('y.id', '=', 'r.payment_id'),
    )
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'r.organization_id').onRef('card.id', '=', 'r.partner_id'),
    )
    .innerJoin('organizations as o', 'o.id', 'r.organization_id')
    .where('card.user_id', '=', viewer.userId)
    .where(sql<SqlBool>`(${isOwed} or r.status = 'to_annul')`)
    .select(['o.id as organization_id', 'o.name as organization_name', 'y.id', 'y.number'])
    .select(earnedKop('y').as('amount_kop'))
    .select(['r.status', sql<string>`r.due_on::text`.as('due_day'), isLate(now).as('is_late')])
    .orderBy('r.due_on')
    .orderBy('y.number')
    .limit(MAX_TASKS)
    .execute();
  const acts = await db
    .selectFrom('acts as a')
    .innerJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'a.organization_id').onRef('card.id', '=', 'a.partner_id'),
    )
    .innerJoin('organizations as o', 'o.id', 'a.organization_id')
    .where('card.user_id', '=', viewer.userId)
    .where('a.status', '=', 'issued')
    .select(['o.id as organization_id', 'o.name as organization_name'])
    .select(['a.id', 'a.number', 'a.month', 'a.amount_kop'])
    .orderBy('a.month')
    .orderBy('a.number')
    .limit(MAX_TASKS)
    .execute();
  return [
    ...receipts.map((row) => ({
      kind: 'receipt' as const,
      organization: { id: row.organization_id, name: row.organization_name },
      payment: { id: row.id, number: `В-${row.number}` },
      amount_kop: row.amount_kop,
      status: row.status,
      due_on: row.due_day,
      is_late: Boolean(row.is_late),
    })),
    ...acts.map((row) => ({
      kind: 'act' as const,
      organization: { id: row.organization_id, name: row.organization_name },
      act: { id: row.id, number: `А-${row.number}` },
      month: row.month,
      amount_kop: row.amount_kop,
    })),
  ];
}
