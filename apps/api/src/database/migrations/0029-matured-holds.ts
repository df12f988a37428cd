import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const MOVES = [
  ...['hold>available', 'hold>review', 'hold>canceled', 'review>hold', 'review>available', 'review>canceled'],
  ...['available>reserved', 'available>review', 'available>canceled', 'reserved>paid', 'reserved>available'],
];

/**
 * A hold that has ended may become `reserved` directly, so that a payment of a hundred thousand accruals writes each of them once instead
 * of twice.
 */
async function up(db: Kysely<unknown>) {
  const known = sql.join(MOVES.map((move) => sql.lit(move)));
  await sql`drop trigger accruals_moves on accruals`.execute(db);
  await sql`
    create trigger accruals_moves before update on accruals for each row
    when (old.status <> new.status and old.status || '>' || new.status not in (${known})
      and not (old.status = 'hold' and new.status = 'reserved' and old.hold_until <= new.updated_at))
    execute function only_moves()`.execute(db);
}

export const maturedHolds: Migration = { up };
