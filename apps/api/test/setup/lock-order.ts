import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

/**
 * Refuses transactions that lock the spending of a program after a number of accruals: two of them in opposite orders are a deadlock, which a
 * single connection cannot show.
 */
export async function createLockOrderCheck(db: Db) {
  await sql`
    create or replace function check_lock_order() returns trigger language plpgsql as $$
    begin
      if old.xmin::text <> (pg_current_xact_id()::text::bigint % 4294967296)::text and exists (
        select from counters
        where counters.organization_id = new.organization_id and counters.kind = 'accrual'
          and counters.xmin::text = (pg_current_xact_id()::text::bigint % 4294967296)::text
      ) then
        raise exception 'the spending of a program is locked after a number of accruals';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create or replace trigger lock_order before update on program_spending
    for each row execute function check_lock_order()`.execute(db);
}
