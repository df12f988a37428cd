import type { LeadTagsQuery } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Staff } from '../../platform/http/viewer.ts';

const MAX_TAGS = 50;

/** Values of a UTM tag in alphabetical order. Each step jumps to the next value in the index instead of reading its leads. */
export async function leadTags(db: Db, { organizationId }: Staff, { name, search }: LeadTagsQuery) {
  const tag = sql.ref(`l.${name}`);
  const next = (after: ReturnType<typeof sql>) => sql`(
    select ${tag} from leads l where l.organization_id = ${organizationId} and ${tag} <> '' and ${after}
    order by l.organization_id, ${tag} limit 1)`;
  const matchesPrefix = sql`starts_with(lower(value), lower(${search}))`;
  const { rows } = await sql<{ value: string }>`
    with recursive tags (value) as (
      select ${next(sql`true`)}
      union all
      select ${next(sql`${tag} > tags.value`)} from tags where tags.value is not null
    ) select value from tags where value is not null and ${matchesPrefix} limit ${MAX_TAGS}`.execute(db);
  return { results: rows.map(({ value }) => value) };
}
