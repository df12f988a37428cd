import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const TAGS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'];

/** Source of a lead (UTM tags and referrer), copied from its visit. It remains after the visit is removed, and leads are filtered by it. */
async function up(db: Kysely<unknown>) {
  for (const column of [...TAGS, 'referrer_host'])
    await sql`alter table leads add column ${sql.id(column)} text not null default ''`.execute(db);
  // The roll-ups do not depend on these columns.
  await sql`alter table leads disable trigger user`.execute(db);
  await sql`
    update leads l set referrer_host = c.referrer_host,
      ${sql.join(TAGS.map((tag) => sql`${sql.id(tag)} = coalesce(c.utm ->> ${sql.lit(tag)}, '')`))}
    from clicks c
    where l.click_id is not null and c.organization_id = l.organization_id and c.id = l.click_id
      and (c.utm <> '{}' or c.referrer_host <> '')`.execute(db);
  await sql`alter table leads enable trigger user`.execute(db);
  for (const tag of ['utm_source', 'utm_campaign'])
    await sql`
      create index ${sql.id(`leads_${tag}`)} on leads (organization_id, ${sql.id(tag)}, created_at, id)
      where ${sql.id(tag)} <> ''`.execute(db);
  await sql`
    create index leads_utm_days on leads (organization_id, created_at)
    include (utm_source, status, deal_amount_kop) where utm_source <> ''`.execute(db);
}

export const leadVisits: Migration = { up };
