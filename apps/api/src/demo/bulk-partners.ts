import { sql } from 'kysely';

import type { Db } from '../platform/db/db.ts';
import { paysLeadsOnly, seedBulkLeads } from './leads/seed-bulk-leads.ts';
import { seedBulkSales } from './leads/seed-bulk-sales.ts';

const BATCH = 10_000;
const LEADS_OF_A_PARTNER = 500;
const MAX_PARTNERS = 2000;

/**
 * Adds leads to an organization that has programs, and a partner for every 500 leads, for measuring the speed of lists. The leads have
 * neither history nor consents and were created in the two years before `now`. They have rewards and payments.
 *
 * @param onProgress called after each batch with the number of leads added so far.
 */
export async function seedBulkPartners(
  db: Db,
  organizationId: string,
  leads: number,
  now: Date,
  onProgress: (count: number) => void = () => undefined,
) {
  await insertPartners(
    db,
    organizationId,
    Math.min(MAX_PARTNERS, Math.ceil(leads / LEADS_OF_A_PARTNER)),
    now,
  );
  await sql`analyze`.execute(db);
  for (let offset = 0; offset < leads; ) {
    const count = Math.min(BATCH, leads - offset);
    await db.transaction().execute(async (trx) => {
      await seedBulkLeads(trx, { organizationId, count, offset, all: leads, now });
      await insertClickDays(trx, organizationId, count);
    });
    // Query plans for an empty table are slow for a full one, and the embedded database does not collect statistics automatically.
    if (offset === 0) await sql`analyze`.execute(db);
    offset += count;
    onProgress(offset);
  }
  await seedBulkSales(db, organizationId);
  await sql`analyze`.execute(db);
}

/** Inserts partners, each with a payout method (a card), and with an enrollment and a link in one program. */
async function insertPartners(db: Db, organizationId: string, count: number, now: Date) {
  await sql`
    with numbers as (
      select n, gen_random_uuid() as partner_id, gen_random_uuid() as enrollment_id, gen_random_uuid() as link_id,
        'seed-' || n as code
      from generate_series(
        (select count(*) from partners where organization_id = ${organizationId}) + 1,
        (select count(*) from partners where organization_id = ${organizationId}) + ${count}::int
      ) n
    ), chosen as (
      select numbers.*, p.id as program_id from numbers
      join (select p.id, row_number() over (order by p.id) - 1 as ordinal, count(*) over () as programs
        from programs p join reward_rules r on r.organization_id = p.organization_id and r.id = p.reward_rule_id
        where p.organization_id = ${organizationId} and p.status = 'active' and ${paysLeadsOnly}) p on numbers.n % p.programs = p.ordinal
    ), cards as (
      insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
        name, name_key, phone, email, inn, search_text, created_at, updated_at)
      select ${organizationId}, partner_id, 'active', 'ip', '', '', '', 'Партнер ' || n,
        'Партнер ' || n, 'партнер ' || n, '+7932' || lpad(n::text, 7, '0'), '', '',
        'партнер ' || n || ' +7932' || lpad(n::text, 7, '0'), ${now}, ${now}
      from chosen
    ), new_enrollments as (
      insert into enrollments (organization_id, id, program_id, partner_id, status, created_at, updated_at)
      select ${organizationId}, enrollment_id, program_id, partner_id, 'active', ${now}, ${now} from chosen
    ), methods as (
      insert into payout_methods (organization_id, id, partner_id, kind, bank, phone, last4, token, bik, account,
        default_since, created_at)
      select ${organizationId}, gen_random_uuid(), partner_id, 'card', 'Сбер', '', lpad((n % 10000)::text, 4, '0'), 'demo', '',
        '', ${now}::timestamptz - interval '2 years', ${now}::timestamptz - interval '2 years'
      from chosen
    ), codes as (
      insert into link_codes (code, organization_id, link_id) select code, ${organizationId}, link_id from chosen
    )
    insert into links (organization_id, id, enrollment_id, program_id, partner_id, code, label, created_at)
    select ${organizationId}, link_id, enrollment_id, program_id, partner_id, code, '', ${now} from chosen`.execute(
    db,
  );
}

/** Adds twelve visits for each of the last `count` leads. */
async function insertClickDays(trx: Db, organizationId: string, count: number) {
  await sql`
    insert into click_days as d (organization_id, link_id, day, clicks, unique_clicks)
    select organization_id, link_id, (created_at at time zone 'Europe/Moscow')::date, 12 * count(*), 7 * count(*)
    from leads
    where organization_id = ${organizationId} and link_id is not null and number > (
      select value - ${count}::int from counters where organization_id = ${organizationId} and kind = 'lead')
    group by 1, 2, 3
    on conflict (organization_id, link_id, day) do update
    set clicks = d.clicks + excluded.clicks, unique_clicks = d.unique_clicks + excluded.unique_clicks`.execute(
    trx,
  );
}
