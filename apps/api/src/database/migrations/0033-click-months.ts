import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Partitions visits by month in UTC, so that a whole month can be dropped. Existing visits become the partition of the current month;
 * `clicks_rest` is the default partition. A lead keeps the id of its visit without a foreign key, because a referenced partition cannot be
 * dropped.
 */
async function up(db: Kysely<unknown>) {
  const { rows } = await sql<{ name: string; end: string }>`
    select 'clicks_' || to_char(month, 'YYYY_MM') as name,
      to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00+00' as end
    from date_trunc('month', now() at time zone 'UTC') as month`.execute(db);
  const { name, end } = rows[0] ?? { name: '', end: '' };
  const month = sql.table(name);
  for (const change of [
    sql`alter table leads drop constraint leads_organization_id_click_id_link_id_fkey`,
    sql`drop index clicks_visitor`,
    sql`drop index clicks_at`,
    sql`drop index clicks_robots`,
    sql`alter table clicks drop constraint clicks_pkey`,
    sql`alter table clicks drop constraint clicks_organization_id_id_link_id_key`,
    sql`alter table clicks rename to ${month}`,
    sql`create table clicks (like ${month} including constraints) partition by range (at)`,
    sql`create table clicks_rest partition of clicks default`,
    sql`with later as (delete from ${month} where at >= ${sql.lit(end)} returning *) insert into clicks_rest select * from later`,
    sql`alter table clicks add primary key (organization_id, id, at)`,
    sql`alter table clicks add foreign key (organization_id, link_id) references links`,
    sql`create index clicks_visitor on clicks (organization_id, link_id, visitor, at)`,
    sql`create index clicks_robots on clicks (at) where is_bot`,
    sql`create index clicks_rest_at on clicks_rest (at)`,
    sql`alter table clicks attach partition ${month} for values from (minvalue) to (${sql.lit(end)})`,
  ])
    await change.execute(db);
}

export const clickMonths: Migration = { up };
