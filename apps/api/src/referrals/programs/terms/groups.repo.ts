import type { Group } from '@referral-dashboard/api-contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { ProgramGroupsTable } from '../../../database/tables/programs.ts';
import type { Db } from '../../../platform/db/db.ts';
import { REWARD_RULE_COLUMNS } from '../programs.repo.ts';
import { ruleView } from './rule-view.ts';

export type GroupRow = NonNullable<Awaited<ReturnType<ReturnType<typeof groupsRepo>['find']>>>;

/** Queries for the groups of an organization. */
export function groupsRepo(db: Db, organizationId: string) {
  const rows = () =>
    db
      .selectFrom('program_groups as g')
      .innerJoin('reward_rules as r', (join) =>
        join.onRef('r.organization_id', '=', 'g.organization_id').onRef('r.id', '=', 'g.reward_rule_id'),
      )
      .select(['g.id', 'g.name', 'g.is_default', 'g.version', 'r.event', 'r.hold_days'])
      .select(REWARD_RULE_COLUMNS)
      .select(
        sql<number>`(
          select count(*)::int from enrollments e
          where e.organization_id = g.organization_id and e.group_id = g.id and e.status in ('active', 'paused'))`.as(
          'partners',
        ),
      )
      .where('g.organization_id', '=', organizationId);
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;
  const view = ({ id, name, is_default, version, event, hold_days, partners, ...rule }: Row): Group => ({
    id,
    name,
    is_default,
    reward: ruleView(rule),
    reward_event: event,
    hold_days,
    partners,
    version,
  });

  return {
    list: async (programId: string): Promise<Group[]> =>
      (
        await rows().where('g.program_id', '=', programId).orderBy('g.name_key').orderBy('g.id').execute()
      ).map(view),

    get: async (id: string): Promise<Group> =>
      view(await rows().where('g.id', '=', id).executeTakeFirstOrThrow()),

    find: (id: string) =>
      db
        .selectFrom('program_groups')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst(),

    async insert(group: Omit<Insertable<ProgramGroupsTable>, 'organization_id'>) {
      await db
        .insertInto('program_groups')
        .values({ ...group, organization_id: organizationId })
        .execute();
    },

    /** Updates a row and increments its version. */
    async update(id: string, change: Updateable<ProgramGroupsTable>) {
      await db
        .updateTable('program_groups')
        .set({ ...change, version: sql`version + 1` })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute();
    },

    /** Deletes a group. Enrollments that do not take part leave it. */
    async delete(id: string) {
      await db
        .updateTable('enrollments')
        .set({ group_id: null })
        .where('organization_id', '=', organizationId)
        .where('group_id', '=', id)
        .execute();
      await db
        .deleteFrom('program_groups')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute();
    },

    /** Makes no group of the program the default. */
    async clearDefault(programId: string) {
      await db
        .updateTable('program_groups')
        .set({ is_default: false, version: sql`version + 1` })
        .where('organization_id', '=', organizationId)
        .where('program_id', '=', programId)
        .where('is_default', '=', true)
        .execute();
    },

    /** The enrollments of a group. */
    async members(id: string): Promise<string[]> {
      const found = await db
        .selectFrom('enrollments')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('group_id', '=', id)
        .execute();
      return found.map((row) => row.id);
    },

    /** @returns the enrollments that were in another group, with the name of that group. `updated_at` stays: it dates the status. */
    async assign(programId: string, ids: readonly string[], groupId: string | null) {
      const { found } = await db
        .selectFrom('enrollments')
        .select(sql<number>`count(*)::int`.as('found'))
        .where('organization_id', '=', organizationId)
        .where('program_id', '=', programId)
        .where('id', 'in', ids)
        .executeTakeFirstOrThrow();
      const { rows: moved } = await sql<{ id: string; from: string | null }>`
        with selected as (
          select e.id, g.name from enrollments e
          left join program_groups g on g.organization_id = e.organization_id and g.id = e.group_id
          where e.organization_id = ${organizationId} and e.program_id = ${programId} and e.id = any(${ids})
            and e.group_id is distinct from ${groupId}
          for update of e
        )
        update enrollments set group_id = ${groupId} from selected
        where enrollments.organization_id = ${organizationId} and enrollments.id = selected.id
        returning enrollments.id, selected.name as "from"`.execute(db);
      return { found, moved };
    },
  };
}
