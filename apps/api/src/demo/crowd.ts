import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { FAMILIES, MEN } from './names.ts';

const BATCH = 20_000;
const LEADS_OF_A_PARTNER = 500;
const BIGGEST_CROWD = 2000;

/**
 * Adds so many leads to an organization that has programs, and a partner for every 500 of them: enough to see how long lists take.
 * The leads have neither history nor consents, and lie within the two years before `now`.
 *
 * @param onProgress told how many leads there are so far.
 */
export async function enterCrowd(
  db: Db,
  organizationId: string,
  leads: number,
  now: Date,
  onProgress: (made: number) => void = () => undefined,
) {
  await enterPartners(
    db,
    organizationId,
    Math.min(BIGGEST_CROWD, Math.ceil(leads / LEADS_OF_A_PARTNER)),
    now,
  );
  for (let made = 0; made < leads; ) {
    const count = Math.min(BATCH, leads - made);
    await db.transaction().execute((trx) => enterLeads(trx, organizationId, count, made / leads, leads, now));
    made += count;
    onProgress(made);
  }
  await enterClickDays(db, organizationId);
  // Nobody gathers statistics for the embedded database by itself.
  await sql`analyze`.execute(db);
}

/** Partners, each with a place and a link in one of the organization's programs. */
async function enterPartners(db: Db, organizationId: string, count: number, now: Date) {
  await sql`
    with numbers as (
      select n, gen_random_uuid() as partner_id, gen_random_uuid() as enrollment_id, gen_random_uuid() as link_id,
        'seed-' || n as code
      from generate_series(
        (select count(*) from partners where organization_id = ${organizationId}) + 1,
        (select count(*) from partners where organization_id = ${organizationId}) + ${count}::int
      ) n
    ), places as (
      select numbers.*, p.id as program_id from numbers
      join (select id, row_number() over (order by id) - 1 as place, count(*) over () as places
        from programs where organization_id = ${organizationId} and status = 'active') p on numbers.n % p.places = p.place
    ), cards as (
      insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
        name, name_key, phone, email, inn, search_text, created_at, updated_at)
      select ${organizationId}, partner_id, 'active', 'individual', '', '', '', 'Партнер ' || n,
        'Партнер ' || n, 'партнер ' || n, '+7932' || lpad(n::text, 7, '0'), '', '',
        'партнер ' || n || ' +7932' || lpad(n::text, 7, '0'), ${now}, ${now}
      from places
    ), seats as (
      insert into enrollments (organization_id, id, program_id, partner_id, status, created_at, updated_at)
      select ${organizationId}, enrollment_id, program_id, partner_id, 'active', ${now}, ${now} from places
    ), codes as (
      insert into link_codes (code, organization_id, link_id) select code, ${organizationId}, link_id from places
    )
    insert into links (organization_id, id, enrollment_id, program_id, partner_id, code, label, created_at)
    select ${organizationId}, link_id, enrollment_id, program_id, partner_id, code, '', ${now} from places`.execute(
    db,
  );
}

/** `count` leads after those there are, over all links, in every state. */
async function enterLeads(
  trx: Db,
  organizationId: string,
  count: number,
  share: number,
  all: number,
  now: Date,
) {
  const names = FAMILIES.flatMap((family) => MEN.map((name) => `${name} ${family}`));
  await sql`
    with places as materialized (
      select l.id as link_id, l.partner_id, l.program_id, p.reward_rule_id, p.reward_event,
        row_number() over (order by l.id) - 1 as place, count(*) over () as places
      from links l join programs p on p.organization_id = l.organization_id and p.id = l.program_id
      where l.organization_id = ${organizationId}
    ), numbers as (
      select first.value + n as number, n, (${names}::text[])[1 + (first.value + n) % ${names.length}::int] as name,
        (${names.map((name) => name.toLowerCase())}::text[])[1 + (first.value + n) % ${names.length}::int] as name_key,
        '+7941' || lpad((first.value + n)::text, 7, '0') as phone,
        -- A number without a common factor with the others, so that states are spread over all links and days.
        (first.value + n) * 37 % 101 as chance,
        ${now}::timestamptz - interval '2 years' * (1 - ${share}::float8 - n::float8 / ${all}::float8) as at
      from generate_series(1, ${count}::int) n,
        (select coalesce(max(number), 0) as value from leads where organization_id = ${organizationId}) first
    ), states as (
      select *, case when chance < 5 then 'new' when chance < 20 then 'in_progress' when chance < 40 then 'qualified'
        when chance < 65 then 'won' when chance < 80 then 'lost' when chance < 97 then 'rejected'
        else 'duplicate' end as status
      from numbers
    )
    insert into leads (organization_id, id, number, program_id, reward_rule_id, reward_event, partner_id, link_id, source,
      name, phone, holds_phone, email, email_key, company, comment, status, reason_code, deal_amount_kop, self_referral,
      unverified, search_text, created_at, updated_at)
    select ${organizationId}, gen_random_uuid(), number, program_id, reward_rule_id, reward_event, partner_id, link_id,
      'public_form', name, phone, status in ('new', 'in_progress', 'qualified', 'won'), '', '', '', '', status,
      case status when 'lost' then 'refused' when 'rejected' then 'no_answer' when 'duplicate' then 'same_phone' end,
      case status when 'won' then 1000000 + chance * 100000 end, false, false,
      name_key || ' ' || phone || ' л-' || number, at, at
    from states join places on number % places.places = places.place`.execute(trx);
  await sql`
    insert into counters (organization_id, kind, value)
    select ${organizationId}, 'lead', max(number) from leads where organization_id = ${organizationId}
    on conflict (organization_id, kind) do update set value = excluded.value`.execute(trx);
}

/** Twelve visits for every lead, on the days that have no figures yet. */
async function enterClickDays(db: Db, organizationId: string) {
  await sql`
    insert into click_days (organization_id, link_id, day, clicks, unique_clicks)
    select organization_id, link_id, (created_at at time zone 'Europe/Moscow')::date, 12 * count(*), 7 * count(*)
    from leads where organization_id = ${organizationId} and link_id is not null
    group by 1, 2, 3
    on conflict do nothing`.execute(db);
}
