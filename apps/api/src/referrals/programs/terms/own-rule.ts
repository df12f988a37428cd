import { type Selectable, sql } from 'kysely';
import type { LeadsTable } from '../../../database/tables/leads.ts';
import type { Db } from '../../../platform/db/db.ts';
import { dayOf } from '../../../platform/db/lists/conditions.ts';
import { readOnce } from '../../../platform/row-batches.ts';

type Participation = { organizationId: string; programId: string; partnerId: string };

const personalTermsOn = (moment: Date) => sql`
  from personal_terms own
  where own.organization_id = e.organization_id and own.enrollment_id = e.id
    and own.starts_on <= ${dayOf(moment)} and (own.ends_on is null or own.ends_on >= ${dayOf(moment)})`;

/** Predicate: the enrollment `e` of the organization `o` has personal terms at this moment. */
export const hasPersonalTerms = (moment: Date) => sql<boolean>`exists (select ${personalTermsOn(moment)})`;

/**
 * Id of the own reward rule of the enrollment `e` of the organization `o` at a moment: personal terms, else those of the group. Null: the terms of the
 * program.
 */
export const ownRule = (moment: Date) => sql<string | null>`coalesce(
  (select own.reward_rule_id ${personalTermsOn(moment)}),
  (select g.reward_rule_id from program_groups g where g.organization_id = e.organization_id and g.id = e.group_id))`;

/** Returns the own rule of a partner for a lead that comes at this moment. Undefined when the partner has the terms of the program. */
export const findOwnRule = (db: Db, { organizationId, programId, partnerId }: Participation, at: Date) =>
  db
    .selectFrom('enrollments as e')
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .innerJoin('reward_rules as r', (join) =>
      join.onRef('r.organization_id', '=', 'e.organization_id').on('r.id', '=', ownRule(at)),
    )
    .select(['r.id', 'r.event'])
    .where('e.organization_id', '=', organizationId)
    .where('e.program_id', '=', programId)
    .where('e.partner_id', '=', partnerId)
    .executeTakeFirst();

/** Returns the rule of a partner that is in force: the own one, otherwise that of the program. */
async function findRuleInForce(db: Db, participation: Participation, at: Date): Promise<string | null> {
  const own = await findOwnRule(db, participation, at);
  if (own !== undefined) return own.id;
  const { reward_rule_id } = await db
    .selectFrom('programs')
    .select('reward_rule_id')
    .where('organization_id', '=', participation.organizationId)
    .where('id', '=', participation.programId)
    .executeTakeFirstOrThrow();
  return reward_rule_id;
}

/** Returns a function that returns the rules in force, and reads each once. */
export const rulesInForce = (db: Db, organizationId: string, at: Date) =>
  readOnce((programId: string, partnerId: string) =>
    findRuleInForce(db, { organizationId, programId, partnerId }, at),
  );

type Lead = Pick<
  Selectable<LeadsTable>,
  'organization_id' | 'program_id' | 'reward_rule_id' | 'reward_event' | 'created_at'
>;

/**
 * Returns the rule of a lead that earns nothing yet and passes to another partner: the own rule of that partner at the time when the lead came. An own
 * rule of the former partner is replaced by the one of the program. A lead without a rule stays without one.
 */
export async function ruleForNextPartner(db: Db, lead: Lead, partnerId: string) {
  const { organization_id: organizationId, program_id: programId } = lead;
  if (lead.reward_rule_id === null) return undefined;
  const own = await findOwnRule(db, { organizationId, programId, partnerId }, lead.created_at);
  if (own !== undefined) return { reward_rule_id: own.id, reward_event: own.event };
  return db
    .selectFrom('programs as p')
    .innerJoin('reward_rules as former', 'former.organization_id', 'p.organization_id')
    .select(['p.reward_rule_id', 'p.reward_event'])
    .where('p.organization_id', '=', organizationId)
    .where('p.id', '=', programId)
    .where('former.id', '=', lead.reward_rule_id)
    .where('former.label', '<>', '')
    .executeTakeFirst();
}

/** Subquery: the group that new partners of a program enter. */
export const defaultGroup = (organizationId: string, programId: string) =>
  sql<string | null>`(
    select id from program_groups
    where organization_id = ${organizationId} and program_id = ${programId} and is_default)`;
