import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lines of a reward rule, and whether a client had bought nothing before an attachment. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table reward_rules
      add column lines jsonb,
      add constraint reward_rules_lines check (lines is null or (event = 'deal_won' and kind <> 'tiered'
        and case when jsonb_typeof(lines) = 'array' then jsonb_array_length(lines) between 1 and 20 else false end))`.execute(
    db,
  );
  await sql`alter table attachments add column client_is_new boolean not null default false`.execute(db);
  await sql`
    update attachments a set client_is_new = true
    where not exists (
      select from sales s
      where s.organization_id = a.organization_id and s.client_id = a.client_id and s.refund_of is null
        and s.lead_id is distinct from a.lead_id and s.created_at < a.created_at)`.execute(db);
}

export const ruleLines: Migration = { up };
