import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

/**
 * Gives each client of an organization `perClient` later sales, one a week. They are written without triggers; the sums of the clients are
 * updated, roll-ups are not.
 */
export async function insertManySales(db: Db, organizationId: string, perClient: number) {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
      insert into sales
      select made.* from (
        select sale, (select max(number) from sales where organization_id = ${organizationId}) + row_number() over () as number, n
        from sales sale, generate_series(1, ${perClient}::int) n
        where sale.organization_id = ${organizationId} and sale.refund_of is null
      ) copy, lateral jsonb_populate_record(copy.sale, jsonb_build_object(
        'id', gen_random_uuid(), 'number', copy.number, 'lead_id', null, 'external_id', null, 'version', 1,
        'amount_kop', 10000 + copy.number, 'refunded_kop', 0, 'paid_on', (copy.sale).paid_on + 7 * copy.n)) made`.execute(
      trx,
    );
    await sql`
      update clients client set sales = sold.sales, revenue_kop = sold.revenue_kop, last_sale_on = sold.last_sale_on
      from (
        select client_id, count(*) as sales, coalesce(sum(amount_kop - refunded_kop), 0) as revenue_kop, max(paid_on) as last_sale_on
        from sales where organization_id = ${organizationId} and refund_of is null and canceled_at is null group by 1
      ) sold
      where client.organization_id = ${organizationId} and client.id = sold.client_id`.execute(trx);
    await sql`
      update counters set value = (select max(number) from sales where organization_id = ${organizationId})
      where organization_id = ${organizationId} and kind = 'sale'`.execute(trx);
  });
  await sql`vacuum analyze clients, sales`.execute(db);
}

/** Inserts sales of unknown buyers: `waiting` that wait, and `decided` that were rejected. Each has another phone. */
export async function insertManyWaitingSales(
  db: Db,
  organizationId: string,
  { waiting, decided }: { waiting: number; decided: number },
) {
  await sql`
    insert into waiting_sales (organization_id, id, status, name, phone, email, email_key, inn, amount_kop, paid_on, product,
      comment, created_at, closed_at)
    select ${organizationId}, gen_random_uuid(), status, md5(n::text), '+79' || (300000000 + n)::text, '', '', '', 10000 + n,
      date '2026-01-01', '', '', timestamptz '2026-01-01 09:00+03' + n * interval '1 second',
      case when status = 'rejected' then timestamptz '2026-01-02 09:00+03' end
    from (
      select n, case when n <= ${waiting}::int then 'waiting' else 'rejected' end as status
      from generate_series(1, ${waiting + decided}::int) n) made`.execute(db);
  await sql`vacuum analyze waiting_sales`.execute(db);
}
