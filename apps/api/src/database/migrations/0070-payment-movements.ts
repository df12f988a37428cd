import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions, runDeferredTriggers } from '../functions/index.ts';

/** Days on which payments and their returns count. A return that was recorded after its month was closed moves to the first open day. */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  // Returned payments refuse changes.
  await sql`alter table payments disable trigger user`.execute(db);
  await sql`
    update payments payment set returned_on = greatest(payment.returned_on, payment.paid_on, (
      select closing.closed_through + 1 from month_closings closing
      where closing.organization_id = payment.organization_id and closing.at <= payment.returned_at
      order by closing.sequence desc limit 1))
    where payment.status = 'returned'`.execute(db);
  await sql`alter table payments enable trigger user`.execute(db);
  await sql`
    create view payment_movements as
    select organization_id, id as payment_id, partner_id, amount_kop, 1 as sign, paid_on as day, paid_at as entered_at
    from payments where status in ('paid', 'returned')
    union all
    select organization_id, id, partner_id, amount_kop, -1, returned_on, returned_at
    from payments where status = 'returned'`.execute(db);
  await sql`create index payments_returned on payments (organization_id, returned_on) where status = 'returned'`.execute(
    db,
  );
  await sql`drop index payments_taxed`.execute(db);
  await sql`
    create index payments_taxed on payments (organization_id, paid_on, id)
    where taxes is not null and status in ('paid', 'returned')`.execute(db);
  await applyFunctions(db, '0070-payment-movements');
}

export const paymentMovements: Migration = { up };
