import type { Employee, Position } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

const COLUMNS = [
  'id',
  'phone',
  'last_name',
  'first_name',
  'father_name',
  'position',
  'switched_off_at',
] as const;

const people = (db: Db, organizationId: string) =>
  db
    .selectFrom('users')
    .select(COLUMNS)
    .select(({ selectFrom }) =>
      selectFrom('sessions')
        .select(({ fn }) => fn.max('refreshed_at').as('last_refresh'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('seen_at'),
    )
    .where('organization_id', '=', organizationId);

/** Queries for the employees of organizations in the users table. */
export const employeesRepo = (db: Db) => ({
  all: (organizationId: string) =>
    people(db, organizationId)
      .orderBy(sql`switched_off_at is not null`)
      .orderBy(sql`position <> 'owner'`)
      .orderBy('last_name')
      .orderBy('first_name')
      .orderBy('id')
      .limit(1000)
      .execute(),

  find: (organizationId: string, id: string) =>
    people(db, organizationId).where('id', '=', id).executeTakeFirst(),

  lock: (organizationId: string, id: string) =>
    db
      .selectFrom('users')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  /** Owners with access: active and not disabled. */
  owners: (organizationId: string) =>
    db
      .selectFrom('users')
      .select(['id', 'owner_since'])
      .where('organization_id', '=', organizationId)
      .where('position', '=', 'owner')
      .where('is_active', '=', true)
      .where('switched_off_at', 'is', null)
      .execute(),

  async setPosition(id: string, position: Position, at: Date) {
    const owner_since = position === 'owner' ? at : null;
    await db
      .updateTable('users')
      .set({ position, owner_since, updated_at: at })
      .where('id', '=', id)
      .execute();
  },
});

export type EmployeeRow = Awaited<ReturnType<ReturnType<typeof employeesRepo>['all']>>[number];

/** An employee as the API returns it. */
export function employeeView(row: EmployeeRow, viewerId: string): Employee {
  const { switched_off_at, seen_at, position, ...person } = row;
  if (position === null) throw new Error(`Employee ${row.id} has no position.`);
  return {
    ...person,
    position,
    status: switched_off_at === null ? 'active' : 'off',
    is_self: row.id === viewerId,
    seen_at: seen_at?.toISOString() ?? null,
  };
}
