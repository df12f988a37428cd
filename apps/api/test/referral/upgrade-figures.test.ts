import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  describeDifferences,
  type Figures,
  readUpgradeFigures,
} from '../../src/database/figures/upgrade-figures.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { createSchemaBefore } from '../setup/earlier-schema.ts';

const LEADS = 3000;

let database: TestDatabase;
let before: Figures;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await createSchemaBefore(db, '0079-clients');
  await db.transaction().execute(writeLeads);
  before = await readUpgradeFigures(db);
  await migrate(db, migrations);
});
afterAll(() => database.drop());

const uuid = (prefix: number, n: string) =>
  sql.raw(`('00000000-0000-7000-8000-' || lpad((${prefix} * 1000000 + ${n})::text, 12, '0'))::uuid`);

/**
 * Writes leads of two organizations in every status. Phones repeat, some leads have no partner, some deals have no amount or were transferred
 * after they had earned. Deals have claims with accruals, and each partner has a draft payment.
 */
async function writeLeads(trx: Db) {
  await sql`
    insert into organizations (id, name, time_zone, created_at, updated_at)
    select ${uuid(1, 'n')}, 'Организация ' || n, case n when 1 then 'Asia/Kamchatka' else 'Europe/Moscow' end, now(), now()
    from generate_series(1, 2) n`.execute(trx);
  await sql`
    insert into programs (organization_id, id, status, name, name_key, description, reward_event, hold_days,
      join_policy, join_code, attribution_window_days, duplicate_window_days, landing, ad_label, ad_erid, created_at, updated_at)
    select ${uuid(1, '1 + n % 2')}, ${uuid(2, 'n')}, 'draft', 'Окна ' || n, 'окна ' || n, '', 'deal_won', 14, 'open', 'abc' || n, 30, 90, '{}',
      '', '', now(), now()
    from generate_series(1, 4) n`.execute(trx);
  await sql`
    insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
      name, name_key, phone, email, inn, search_text, created_at, updated_at)
    select ${uuid(1, '1 + n % 2')}, ${uuid(3, 'n')}, 'active', 'individual', '', '', '', '', 'П', 'п', '+7916000000' || n, '', '', 'п', now(), now()
    from generate_series(2, 9) n`.execute(trx);
  await sql`
    create temporary table seeded on commit drop as
    select n, ${uuid(1, '1 + n % 2')} as organization_id, ${uuid(2, '4 - n % 4')} as program_id, ${uuid(4, 'n')} as id,
      case when n % 11 > 0 then ${uuid(3, '2 + n % 8')} end as partner_id,
      case when n % 13 = 0 and n % 11 > 0 then ${uuid(3, '2 + (n + 2) % 8')} end as earned_by,
      case when n % 10 < 4 then 'won' else (array['new', 'in_progress', 'lost', 'rejected', 'duplicate', 'qualified'])[n % 10 - 3] end as status,
      case when n % 10 < 4 and n % 17 > 0 then 100000 + n * 7 end as deal_kop
    from generate_series(1, ${LEADS}::int) n`.execute(trx);
  await sql`
    create temporary table earned on commit drop as
    select *, ${uuid(5, 'n')} as accrual_id, coalesce(earned_by, partner_id) as earner, coalesce(deal_kop, 5000) / 10 as kop,
      (array['available', 'hold', 'reserved'])[1 + n % 3] as accrual_status
    from seeded where status = 'won' and partner_id is not null`.execute(trx);
  await sql`
    insert into leads (organization_id, id, number, program_id, reward_event, partner_id, source, name, phone, holds_phone,
      earned_by, email, email_key, company, comment, status, reason_code, deal_amount_kop, self_referral, unverified, search_text,
      created_at, updated_at)
    select organization_id, id, n, program_id, 'deal_won', partner_id, 'organization', 'Клиент ' || n, phone, false,
      case when status = 'won' then earned_by end, '', '', '', '', status,
      case status when 'lost' then 'refused' when 'rejected' then 'no_answer' when 'duplicate' then 'same_phone' end,
      deal_kop, false, false, 'клиент ' || n || ' ' || phone || ' л-' || n, now() - n * interval '1 hour', now() - n * interval '1 minute'
    from (select *, '+79' || lpad((n % 900)::text, 9, '0') as phone from seeded) numbered`.execute(trx);
  await sql`
    insert into payments (organization_id, id, number, partner_id, status, amount_kop, purpose, requested, created_at, updated_at)
    select organization_id, ${uuid(6, 'min(n)')}, row_number() over (partition by organization_id), earner, 'draft', sum(kop), 'Выплата', false,
      now(), now()
    from earned where accrual_status = 'reserved' group by organization_id, earner`.execute(trx);
  await sql`
    insert into accruals (organization_id, id, number, partner_id, program_id, lead_id, kind, amount_kop, explanation, status, hold_until,
      payment_id, created_at, updated_at)
    select organization_id, accrual_id, n, earner, program_id, id, 'reward', kop, 'По условиям программы', accrual_status,
      now() + interval '7 days', case accrual_status when 'reserved' then (
        select id from payments where organization_id = earned.organization_id and partner_id = earned.earner) end, now(), now()
    from earned`.execute(trx);
  await sql`
    insert into claims (organization_id, lead_id, partner_id, program_id, rewarded_before, former_rewarded_before, target_kop,
      reviewed_target_kop, created_at, updated_at)
    select organization_id, id, earner, program_id, row_number() over (partition by organization_id, earner, program_id order by n) - 1, 0, kop,
      kop, now(), now()
    from earned`.execute(trx);
  // The functions that keep balances are added by the newest migration.
  await sql`
    insert into partner_balances (organization_id, partner_id, hold_kop, review_kop, available_kop, reserved_kop, paid_kop, available_accruals)
    select organization_id, earner, coalesce(sum(kop) filter (where accrual_status = 'hold'), 0), 0,
      coalesce(sum(kop) filter (where accrual_status = 'available'), 0), coalesce(sum(kop) filter (where accrual_status = 'reserved'), 0), 0,
      count(*) filter (where accrual_status = 'available')
    from earned group by 1, 2`.execute(trx);
}

test('the upgrade to clients and sales changes no figure', async () => {
  const after = await readUpgradeFigures(database.db);
  expect(Object.keys(before).length).toBeGreaterThan(100);
  expect([...new Set(Object.keys(after).map((name) => name.split(':')[0]))]).toEqual([
    'Лиды',
    'Вознаграждения лидов',
    'Начисления',
    'Выплаты',
    'Балансы',
    'Сделки',
  ]);
  expect(describeDifferences(before, after)).toEqual([]);
});

test('a changed sale and a missing accrual are named with both values', async () => {
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      update sales set amount_kop = amount_kop + 1
      where (organization_id, number) = (select organization_id, number from sales where amount_kop is not null limit 1)`.execute(
      trx,
    );
    await sql`
      delete from accruals where (organization_id, number) = (select organization_id, number from accruals limit 1)`.execute(
      trx,
    );
  });
  const of = String.raw`организация \S+ программа \S+ партнер \S+`;
  expect(describeDifferences(before, await readUpgradeFigures(db))).toEqual([
    expect.stringMatching(
      new RegExp(`^Начисления: ${of} reward \\w+: было \\d+ на \\d+ коп., стало \\d+ на \\d+ коп.$`),
    ),
    expect.stringMatching(new RegExp(`^Сделки: ${of}: было \\d+ на \\d+ коп., стало \\d+ на \\d+ коп.$`)),
  ]);
});
