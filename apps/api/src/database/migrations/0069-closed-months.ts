import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions, runDeferredTriggers } from '../functions/index.ts';

/** Months that owners close. The last row of an organization applies. */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  await sql`
    create table month_closings (
      organization_id uuid not null references organizations,
      sequence int not null,
      closed_through date not null check (extract(day from closed_through + 1) = 1),
      reason text not null default '' check (char_length(reason) <= 1000),
      at timestamptz not null,
      actor_id uuid,
      request_id text not null,
      primary key (organization_id, sequence)
    )`.execute(db);
  await sql`
    create view closed_periods as
    select distinct on (closing.organization_id) closing.organization_id, closing.closed_through,
      (closing.closed_through + 1)::timestamp at time zone organization.time_zone as ended_at
    from month_closings closing
    join organizations organization on organization.id = closing.organization_id
    order by closing.organization_id, closing.sequence desc`.execute(db);
  await applyFunctions(db, '0069-closed-months');
}

export const closedMonths: Migration = { up };
