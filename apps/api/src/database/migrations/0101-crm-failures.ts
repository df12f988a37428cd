import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Failures of CRM connections, the creation of deals whose result is unknown, and the sums of deals. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table crm_connections
      add column failing_since timestamptz,
      add column notified_at timestamptz`.execute(db);
  await sql`update crm_connections set failing_since = now() where state = 'broken'`.execute(db);
  await sql`
    alter table crm_connections
      add constraint crm_connections_failing_check check (state = 'connected' or failing_since is not null)`.execute(
    db,
  );
  await sql`
    alter table crm_deals
      add column creating_since timestamptz,
      add column amount_kop bigint check (amount_kop > 0)`.execute(db);
}

export const crmFailures: Migration = { up };
