import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { createSchemaBefore } from '../setup/earlier-schema.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

const id = (digit: number) => `00000000-0000-7000-8000-${String(digit).padStart(12, '0')}`;
const [organization, program, first, second] = [id(1), id(2), id(3), id(4)];

/** Writes deals: 1 and 2 have one phone, 3 has the e-mail of 1 and no partner, 4 has no amount and no history; lead 5 is lost; 6 was transferred after it had earned. */
async function writeDeals(db: Db) {
  await sql`
    insert into organizations (id, name, time_zone, created_at, updated_at)
    values (${organization}, 'Первая', 'Asia/Kamchatka', now(), now())`.execute(db);
  await sql`
    insert into programs (organization_id, id, status, name, name_key, description, reward_event, hold_days,
      join_policy, join_code, attribution_window_days, duplicate_window_days, landing, ad_label, ad_erid, created_at, updated_at)
    values (${organization}, ${program}, 'draft', 'Окна', 'окна', '', 'deal_won', 14, 'open', 'abc', 30, 90, '{}', '', '', now(), now())`.execute(
    db,
  );
  for (const partner of [first, second])
    await sql`
      insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
        name, name_key, phone, email, inn, search_text, created_at, updated_at)
      values (${organization}, ${partner}, 'active', 'individual', '', '', '', '', 'П', 'п',
        '+7916000000' || right(${partner}, 1), '', '', 'п', now(), now())`.execute(db);
  await sql`
    insert into leads (organization_id, id, number, program_id, reward_event, partner_id, source, name, phone, holds_phone,
      earned_by, email, email_key, company, comment, status, reason_code, deal_amount_kop, self_referral, unverified, search_text, created_at,
      updated_at)
    select ${organization}::uuid, ('00000000-0000-7000-8000-00000000001' || n)::uuid, n, ${program}::uuid, 'deal_won', partner::uuid,
      'organization', 'Клиент ' || n, '+7916000001' || phone, false, earned_by::uuid, email, lower(email), '', '', status,
      case when status = 'lost' then 'refused' end, kop, false, false, 'клиент ' || n || ' +7916000001' || phone || ' л-' || n,
      '2026-08-01', '2026-08-20T18:00:00Z'
    from (values (1, ${first}, 1, 'A@b.ru', 'won', 100, null), (2, ${second}, 1, '', 'won', 250, null), (3, null, 3, 'a@B.ru', 'won', 300, null),
      (4, ${first}, 4, '', 'won', null, null), (5, ${first}, 5, '', 'lost', 700, null), (6, ${second}, 6, '', 'won', 600, ${first}))
      lead (n, partner, phone, email, status, kop, earned_by)`.execute(db);
  await sql`
    insert into lead_events (organization_id, id, lead_id, from_status, to_status, comment, changed, at)
    select ${organization}::uuid, gen_random_uuid(), ('00000000-0000-7000-8000-00000000001' || n)::uuid, 'in_progress', 'won', '', '{}',
      at::timestamptz
    from (values (1, '2026-08-10T13:00:00Z'), (2, '2026-08-11'), (3, '2026-08-12'), (6, '2026-08-22')) event (n, at)`.execute(
    db,
  );
  await sql`
    insert into lead_events (organization_id, id, lead_id, from_status, to_status, from_partner_id, to_partner_id, comment, changed, at)
    values (${organization}, gen_random_uuid(), ${id(16)}, 'won', 'won', ${first}, ${second}, 'Привел другой', '{}', '2026-08-25')`.execute(
    db,
  );
}

test('deals before the upgrade get clients, attachments and sales with the same amounts', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0079-clients');
  await db.transaction().execute(writeDeals);
  await migrate(db, migrations);

  const { rows: clients } = await sql`
    select number, name, phone, email, search_text, sales, revenue_kop, last_sale_on::text as last_sale_on from clients
    order by number`.execute(db);
  expect(clients).toEqual([
    {
      number: 1,
      name: 'Клиент 1',
      phone: '+79160000011',
      email: 'A@b.ru',
      search_text: 'клиент 1 +79160000011 к-1',
      sales: 3,
      revenue_kop: 650,
      last_sale_on: '2026-08-12',
    },
    {
      number: 2,
      name: 'Клиент 4',
      phone: '+79160000014',
      email: '',
      search_text: 'клиент 4 +79160000014 к-2',
      sales: 1,
      revenue_kop: 0,
      last_sale_on: '2026-08-21',
    },
    {
      number: 3,
      name: 'Клиент 6',
      phone: '+79160000016',
      email: '',
      search_text: 'клиент 6 +79160000016 к-3',
      sales: 1,
      revenue_kop: 600,
      last_sale_on: '2026-08-22',
    },
  ]);
  const { rows: sales } = await sql`
    select sale.number, lead.number as lead, sale.amount_kop, sale.paid_on::text as paid_on, attachment.partner_id
    from sales sale join leads lead on lead.id = sale.lead_id
    left join attachments attachment on attachment.id = sale.attachment_id order by sale.number`.execute(db);
  expect(sales).toEqual([
    // In Kamchatka the deal was made on the next day.
    { number: 1, lead: 1, amount_kop: 100, paid_on: '2026-08-11', partner_id: first },
    { number: 2, lead: 2, amount_kop: 250, paid_on: '2026-08-11', partner_id: second },
    { number: 3, lead: 3, amount_kop: 300, paid_on: '2026-08-12', partner_id: null },
    { number: 4, lead: 4, amount_kop: null, paid_on: '2026-08-21', partner_id: first },
    { number: 5, lead: 6, amount_kop: 600, paid_on: '2026-08-22', partner_id: first },
  ]);
  const { rows: attachments } = await sql`
    select lead.number as lead, attachments.partner_id, cause, starts_at::text as starts_at, closed_at is null as is_open, close_reason
    from attachments
    join leads lead on lead.id = attachments.lead_id order by lead.number, attachments.created_at`.execute(
    db,
  );
  expect(attachments).toMatchObject([
    { lead: 1, partner_id: first, is_open: false, close_reason: 'Новая сделка клиента: лид Л-2' },
    { lead: 2, partner_id: second, is_open: true, close_reason: '' },
    { lead: 4, partner_id: first, is_open: true, close_reason: '' },
    {
      lead: 6,
      partner_id: first,
      cause: 'lead',
      starts_at: '2026-08-22',
      is_open: false,
      close_reason: 'Привел другой',
    },
    {
      lead: 6,
      partner_id: second,
      cause: 'transfer',
      starts_at: '2026-08-25',
      is_open: true,
      close_reason: '',
    },
  ]);
  const { rows: counters } = await sql`select kind, value from counters order by kind`.execute(db);
  expect(counters).toEqual([
    { kind: 'client', value: 3 },
    { kind: 'sale', value: 5 },
  ]);
});

test('the upgrade ends the attachments of blocked partners', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0079-clients');
  await db.transaction().execute(writeDeals);
  await sql`update partners set status = 'blocked', updated_at = '2030-01-02T10:00:00Z' where id = ${second}`.execute(
    db,
  );
  await migrate(db, migrations);
  const { rows } = await sql`
    select partner_id, close_reason = 'Партнер заблокирован' as is_ended, count(*)::int as count from attachments
    where closed_at is null or close_reason = 'Партнер заблокирован' group by 1, 2 order by 1`.execute(db);
  expect(rows).toEqual([
    { partner_id: first, is_ended: false, count: 1 },
    { partner_id: second, is_ended: true, count: 2 },
  ]);
});
