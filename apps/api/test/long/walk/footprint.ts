import { sql } from 'kysely';
import type { Db } from '../../../src/platform/db/db.ts';

const tablesOf = async (db: Db) =>
  (
    await sql<{ name: string; has_id: boolean }>`
      select c.relname as name, exists (
        select from pg_attribute i where i.attrelid = c.oid and i.attname = 'id' and i.atttypid = 'uuid'::regtype) as has_id
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'organization_id'
      order by 1`.execute(db)
  ).rows;

const ofOrganization = (table: string, id: string) =>
  sql`select t::text as row from ${sql.table(table)} t where t.organization_id = ${id}`;

const peopleOf = (id: string) => sql`
  select id from users where organization_id = ${id}
  union select user_id from partners where organization_id = ${id}`;

/** Tables of rows that belong to a user instead of an organization. */
const OF_PERSON = [
  'sessions',
  'message_choices',
  'quiet_hours',
  'telegram_chats',
  'account_links',
  'list_views',
];

/** Returns a digest of every row of an organization and of its users. */
export async function computeFootprint(db: Db, id: string): Promise<string> {
  const tables = await tablesOf(db);
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(row, ',' order by row collate "C")) as digest from (
      ${sql.join(
        tables.map(({ name }) => ofOrganization(name, id)),
        sql` union all `,
      )}
      union all select o::text from organizations o where o.id = ${id}
      union all select u::text from users u where u.id in (${peopleOf(id)})
      union all select m::text from messages m
        where m.user_id in (select u.id from users u where u.organization_id = ${id})
      ${sql.join(
        OF_PERSON.map(
          (table) => sql`
          union all select t::text from ${sql.table(table)} t where t.user_id in (${peopleOf(id)})`,
        ),
        sql` `,
      )}) as everything`.execute(db);
  return rows[0]?.digest ?? '';
}

/** Returns the ids of all rows of an organization. */
export async function readIds(db: Db, id: string): Promise<Set<string>> {
  const tables = (await tablesOf(db)).filter(({ has_id }) => has_id);
  const { rows } = await sql<{ id: string }>`
    ${sql.join(
      tables.map(({ name }) => sql`select id::text from ${sql.table(name)} where organization_id = ${id}`),
      sql` union all `,
    )} union all select ${id}`.execute(db);
  return new Set(rows.map((row) => row.id));
}
