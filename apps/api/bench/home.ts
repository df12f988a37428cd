/**
 * How long the home page's calls take when one organization has a lot: milliseconds, the median of 15. On the embedded database, or on a
 * throw-away one of the PostgreSQL server that `TEST_POSTGRES` names: `node bench/home.ts 1000000`.
 */
import { sql } from 'kysely';
import { startTestServer } from '../src/testing.ts';

const ROUNDS = 15;
const PORTION = 25_000;
const PARTNERS = 2000;
const DAYS = 365;
const leads = Number(process.argv[2] ?? 100_000);

const password = 'correct horse battery staple';
const phones = { organization: '+79160000001', partner: '+79160000002' } as const;
const server = await startTestServer({
  people: [
    { phone: phones.organization, password, role: 'organization' },
    { phone: phones.partner, password, role: 'partner' },
  ],
  accessTtl: 3600,
});
const { db } = server;
const { organization_id } = await server.findUser(phones.organization);
const { id: partnerUser } = await server.findUser(phones.partner);

// Everybody in one program with one link; few partners bring much, many little. The first is the one who signs in.
await sql`
  insert into programs (organization_id, id, status, name, name_key, description, reward_event, hold_days, join_policy,
    attribution_window_days, duplicate_window_days, landing, ad_label, ad_erid, created_at, updated_at)
  select ${organization_id}::uuid, gen_random_uuid(), 'draft', 'Программа ' || n, 'программа ' || n, '', 'lead_qualified', 0, 'open',
    30, 30, '{}', '', '', now(), now() from generate_series(1, 20) n`.execute(db);
await sql`
  insert into partners (organization_id, id, user_id, status, kind, last_name, first_name, father_name, company_name, name, name_key,
    phone, email, inn, search_text, created_at, updated_at)
  select ${organization_id}::uuid, gen_random_uuid(), case when n = 1 then ${partnerUser}::uuid end, 'active', 'individual', '', '', '',
    '', 'Партнер ' || n, 'партнер ' || n, '+7916' || lpad(n::text, 7, '0'), '', '', '', now() - interval '1 year', now()
  from generate_series(1, ${PARTNERS}::int) n`.execute(db);
await sql`
  with p as (select id, row_number() over () as n from programs), c as (select id, row_number() over (order by name) as n from partners),
  e as (
    insert into enrollments (organization_id, id, program_id, partner_id, status, created_at, updated_at)
    select ${organization_id}::uuid, gen_random_uuid(), p.id, c.id, 'active', now(), now() from c join p on p.n = 1 + c.n % 20 returning *
  ), k as (select e.*, gen_random_uuid() as link_id, 'c' || row_number() over () || 'x' as code from e),
  codes as (insert into link_codes select code, organization_id, link_id from k returning 1)
  insert into links (organization_id, id, enrollment_id, program_id, partner_id, code, label, created_at)
  select organization_id, link_id, id, program_id, partner_id, code, '', now() from k`.execute(db);
await sql`
  create table places as
  select program_id, partner_id, id as link_id, row_number() over (order by id) as n from links`.execute(db);
await sql`create index on places (n)`.execute(db);
await sql`
  insert into click_days (organization_id, link_id, day, clicks, unique_clicks)
  select ${organization_id}::uuid, link_id, current_date - d, 3, 2 from places, generate_series(0, ${DAYS}::int) d
  where n % 3 = 0 or d % 7 = 0`.execute(db);

for (let from = 1; from <= leads; from += PORTION) {
  const numbers = sql`
    (select n, 1 + floor(${PARTNERS}::int * power(random(), 3))::int as place, random() as luck,
      now() - (n::float / ${leads}::int * ${DAYS}::int) * interval '1 day' as at
    from generate_series(${from}::int, ${Math.min(from + PORTION - 1, leads)}::int) n) x join places p on p.n = x.place`;
  await sql`
    insert into leads (organization_id, id, number, program_id, partner_id, reward_event, source, name, phone, holds_phone, email,
      email_key, company, comment, status, deal_amount_kop, self_referral, unverified, search_text, created_at, updated_at)
    select ${organization_id}::uuid, gen_random_uuid(), x.n, program_id, partner_id, 'lead_qualified', 'import', 'Клиент', '+79160000000',
      false, '', '', '', '', case when luck < 0.05 then 'new' when luck < 0.6 then 'in_progress' when luck < 0.8 then 'qualified'
      else 'won' end, case when luck > 0.8 then 1000000 end, false, false, '', at, at from ${numbers}`.execute(
    db,
  );
  await sql`
    insert into accruals (organization_id, id, number, partner_id, program_id, kind, amount_kop, explanation, status, review_reason,
      hold_until, canceled_at, created_at, updated_at)
    select ${organization_id}::uuid, gen_random_uuid(), x.n, partner_id, program_id, 'bonus', 50000, 'Бонус',
      case when luck < 0.01 then 'review' when luck < 0.1 then 'hold' when luck < 0.2 then 'canceled' else 'available' end,
      case when luck < 0.01 then 'manual' end, at + interval '400 days', case when luck between 0.1 and 0.2 then at end, at, at
    from ${numbers}`.execute(db);
}
await sql`analyze`.execute(db);

async function tokenOf(phone: string): Promise<string> {
  const login = await fetch(`${server.url}/api/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, password, 'smart-token': '' }),
  });
  return ((await login.json()) as { access: string }).access;
}
const tokens = {
  organization: await tokenOf(phones.organization),
  partner: await tokenOf(phones.partner),
};

async function median(role: keyof typeof tokens, path: string) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = await fetch(`${server.url}/api/home/${path}`, {
      headers: { authorization: `Bearer ${tokens[role]}` },
    });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`);
    times.push(performance.now() - began);
  }
  return { role, path, ms: Math.round(times.sort((one, other) => one - other)[ROUNDS >> 1] ?? 0) };
}

const YEAR = `?from=${new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10)}`;
const figures = [];
for (const path of ['summary/', `summary/${YEAR}`, 'series/?step=week', 'tasks/', 'top/', 'start/'])
  figures.push(await median('organization', path));
for (const path of ['summary/', `summary/${YEAR}`, 'series/', 'tasks/', 'balance/'])
  figures.push(await median('partner', path));
console.table(figures);
await server.stop();
