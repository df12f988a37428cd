import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import type { Scope } from './money-problems.ts';

/** Sums in kopecks by partner and status, `partner status` as key, and accrual ids by payment. */
export type MoneyAt = { balances: Record<string, number>; contents: Record<string, string[]> };

type Found = { key: string; kop: number };
type Item = { payment: string; accruals: string[] };

const toRecords = (balances: readonly Found[], contents: readonly Item[]): MoneyAt => ({
  balances: Object.fromEntries(balances.map(({ key, kop }) => [key, kop])),
  contents: Object.fromEntries(contents.map(({ payment, accruals }) => [payment, accruals])),
});

/** Reads the money of partners from the rows of accruals. An ended hold counts as available. */
export async function moneyNow(db: Db, { organizationId, partners }: Scope, now: Date): Promise<MoneyAt> {
  const { rows: balances } = await sql<Found>`
    select partner_id || ' ' || case when status = 'hold' and hold_until <= ${now} then 'available' else status end as key,
      sum(amount_kop)::bigint as kop
    from accruals where organization_id = ${organizationId} and partner_id = any(${partners}::uuid[])
    group by 1 having sum(amount_kop) <> 0 order by 1`.execute(db);
  const { rows: contents } = await sql<Item>`
    select payment_id as payment, array_agg(id::text order by id) as accruals
    from accruals where organization_id = ${organizationId} and partner_id = any(${partners}::uuid[]) and payment_id is not null
    group by 1 order by 1`.execute(db);
  return toRecords(balances, contents);
}

/** Rebuilds the money of partners at a past moment from the moves. All ended holds must be released. */
export async function moneyAt(db: Db, { organizationId, partners }: Scope, moment: Date): Promise<MoneyAt> {
  const { rows: balances } = await sql<Found>`
    select move.partner_id || ' ' || account.status as key, sum(account.kop)::bigint as kop
    from accrual_moves move
    cross join lateral (values (move.to_status, move.amount_kop), (move.from_status, -move.amount_kop)) account (status, kop)
    where move.organization_id = ${organizationId} and move.partner_id = any(${partners}::uuid[])
      and move.effective_at <= ${moment} and account.status is not null
    group by 1 having sum(account.kop) <> 0 order by 1`.execute(db);
  const { rows: contents } = await sql<Item>`
    select payment_id as payment, array_agg(accrual_id::text order by accrual_id) as accruals
    from (
      select distinct on (item.payment_id, item.accrual_id) item.payment_id, item.accrual_id, item.is_added
      from payment_items item
      join accruals accrual on accrual.organization_id = item.organization_id and accrual.id = item.accrual_id
      where item.organization_id = ${organizationId} and accrual.partner_id = any(${partners}::uuid[]) and item.at <= ${moment}
      order by item.payment_id, item.accrual_id, item.sequence desc
    ) last
    where is_added
    group by 1 order by 1`.execute(db);
  return toRecords(balances, contents);
}
