import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

type Role = { isSuperuser: boolean; isOwner: boolean; owned: number };

/**
 * Grants a PostgreSQL role what the server needs, and revokes everything else: the role owns no tables, changes no schema, and cannot update or
 * delete rows of append-only tables. The caller is the owner of the tables.
 *
 * @throws Error with a Russian sentence for a role that does not exist or that the rules do not bind.
 */
export const grantAppRole = (db: Db, name: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await checkRole(trx, name);
    const role = sql.id(name);
    await sql`grant usage on schema public to ${role}`.execute(trx);
    await sql`revoke all on all tables in schema public from ${role}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(trx);
    await sql`grant usage, select on all sequences in schema public to ${role}`.execute(trx);
    await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${role}`.execute(
      trx,
    );
    for (const { table, refused } of await listRefusedChanges(trx))
      await sql`revoke ${sql.raw(refused.join(', '))} on ${sql.table(table)} from ${role}`.execute(trx);
  });

async function checkRole(db: Db, name: string) {
  const { rows } = await sql<Role>`
    select rolsuper as "isSuperuser", pg_has_role(oid, current_user::regrole, 'member') as "isOwner",
      (select count(*)::int from pg_class where relowner = role.oid) as owned
    from pg_roles role where rolname = ${name}`.execute(db);
  const [role] = rows;
  if (role === undefined)
    throw new Error(`Роли ${name} нет. Создайте ее: create role ${name} login password '…';`);
  if (role.isSuperuser || role.isOwner || role.owned > 0)
    throw new Error(
      `Роль ${name} может менять схему: она суперпользователь, владеет таблицами или входит в роль владельца. Нужна отдельная роль.`,
    );
}

/** Returns the changes that a trigger refuses for all rows of a table. */
async function listRefusedChanges(db: Db) {
  const { rows } = await sql<{ table: string; refused: ('update' | 'delete')[] }>`
    select relation.relname as "table", array_remove(array[
      case when bool_or(refusal.tgtype & 16 <> 0) then 'update' end,
      case when bool_or(refusal.tgtype & 8 <> 0) then 'delete' end], null) as refused
    from pg_trigger refusal
    join pg_class relation on relation.oid = refusal.tgrelid
    join pg_proc function on function.oid = refusal.tgfoid
    where function.proname = 'refuse_change' and refusal.tgqual is null and relation.relnamespace = 'public'::regnamespace
    group by relation.relname
    order by relation.relname`.execute(db);
  return rows;
}
