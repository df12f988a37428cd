import type { EnrollmentTerms } from '@referral-dashboard/api-contract';
import { type Insertable, sql } from 'kysely';
import type { PersonalTermsTable } from '../../../database/tables/programs.ts';
import type { Db } from '../../../platform/db/db.ts';
import { REWARD_RULE_COLUMNS } from '../programs.repo.ts';
import { hasPersonalTerms, ownRule } from './own-rule.ts';
import { optionalRuleView, ruleView } from './rule-view.ts';

/** First and last day; no last day for null. */
export type Days = { starts_on: string; ends_on: string | null };

const startsOn = sql<string>`own.starts_on::text`.as('starts_on');
const endsOn = sql<string | null>`own.ends_on::text`.as('ends_on');

/** Queries for the personal terms of an organization. */
export const personalTermsRepo = (db: Db, organizationId: string) => {
  const all = () => db.selectFrom('personal_terms as own').where('own.organization_id', '=', organizationId);

  const listOf = async (enrollmentIds: readonly string[]) => {
    const rows = await all()
      .innerJoin('reward_rules as r', (join) =>
        join.onRef('r.organization_id', '=', 'own.organization_id').onRef('r.id', '=', 'own.reward_rule_id'),
      )
      .leftJoin('users as u', 'u.id', 'own.created_by')
      .select(['own.enrollment_id', 'own.id', 'own.reason', 'own.created_by', 'own.created_at'])
      .select(['own.version', 'r.event'])
      .select([startsOn, endsOn, sql<string>`trim(u.last_name || ' ' || u.first_name)`.as('author')])
      .select(REWARD_RULE_COLUMNS)
      .where(sql<boolean>`own.enrollment_id = any(${enrollmentIds}::uuid[])`)
      .orderBy('own.starts_on', 'desc')
      .execute();
    return rows.map(
      ({ id, starts_on, ends_on, reason, created_by, created_at, version, event, author, ...rule }) => ({
        enrollment: rule.enrollment_id,
        id,
        reward: ruleView(rule),
        reward_event: event,
        starts_on,
        ends_on,
        reason,
        created_by: created_by === null ? null : { id: created_by, name: author },
        created_at: created_at.toISOString(),
        version,
      }),
    );
  };

  return {
    find: (id: string) =>
      all()
        .innerJoin('enrollments as e', (join) =>
          join.onRef('e.organization_id', '=', 'own.organization_id').onRef('e.id', '=', 'own.enrollment_id'),
        )
        .select(['own.enrollment_id', 'own.version', 'e.program_id', startsOn, endsOn])
        .where('own.id', '=', id)
        .executeTakeFirst(),

    /** Other personal terms of the enrollment with a day in common. */
    findOverlap: (enrollmentId: string, { starts_on, ends_on }: Days, except: string | null) =>
      all()
        .select([startsOn, endsOn])
        .where('own.enrollment_id', '=', enrollmentId)
        .where(sql<boolean>`own.id is distinct from ${except}::uuid`)
        .where(
          sql<boolean>`daterange(own.starts_on, own.ends_on, '[]') && daterange(${starts_on}::date, ${ends_on}::date, '[]')`,
        )
        .orderBy('own.starts_on')
        .executeTakeFirst(),

    async insert(terms: Omit<Insertable<PersonalTermsTable>, 'organization_id'>) {
      await db
        .insertInto('personal_terms')
        .values({ ...terms, organization_id: organizationId })
        .execute();
    },

    async setLastDay(id: string, ends_on: string | null, updated_at: Date) {
      await db
        .updateTable('personal_terms')
        .set({ ends_on, updated_at, version: sql`version + 1` })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute();
    },

    /** Terms of enrollments at a moment, and all their personal terms, by the id of the enrollment. */
    async enrollmentTerms(ids: readonly string[], now: Date): Promise<Map<string, EnrollmentTerms>> {
      const rows = await db
        .selectFrom('enrollments as e')
        .innerJoin('organizations as o', 'o.id', 'e.organization_id')
        .innerJoin('programs as p', (join) =>
          join.onRef('p.organization_id', '=', 'e.organization_id').onRef('p.id', '=', 'e.program_id'),
        )
        .leftJoin('program_groups as g', (join) =>
          join.onRef('g.organization_id', '=', 'e.organization_id').onRef('g.id', '=', 'e.group_id'),
        )
        .leftJoin('reward_rules as r', (join) =>
          join
            .onRef('r.organization_id', '=', 'e.organization_id')
            .on('r.id', '=', sql<string>`coalesce(${ownRule(now)}, p.reward_rule_id)`),
        )
        .select(['e.id', 'g.id as group_id', 'g.name as group_name', 'p.reward_event', 'r.event'])
        .select(sql<number>`coalesce(r.hold_days, p.hold_days)`.as('hold_days'))
        .select(hasPersonalTerms(now).as('is_personal'))
        .select(REWARD_RULE_COLUMNS)
        .where('e.organization_id', '=', organizationId)
        .where(sql<boolean>`e.id = any(${ids}::uuid[])`)
        .execute();
      const personal = Map.groupBy(await listOf(ids), ({ enrollment }) => enrollment);
      return new Map(
        rows.map(({ id, is_personal, group_id, group_name, reward_event, event, hold_days, ...rule }) => [
          id,
          {
            source: is_personal ? 'personal' : group_id !== null ? 'group' : 'program',
            reward: optionalRuleView(rule),
            reward_event: event ?? reward_event,
            hold_days,
            group: group_id === null || group_name === null ? null : { id: group_id, name: group_name },
            personal: personal.get(id) ?? [],
          },
        ]),
      );
    },
  };
};
