import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { createSchemaBefore } from '../setup/earlier-schema.ts';
import { createLedger } from '../setup/ledger.ts';
import { compareFigures, createCompanies } from '../setup/money-company.ts';
import { payoutSteps } from '../setup/money-histories.ts';
import { createMoneyProblems, findMoneyProblems } from '../setup/money-problems.ts';
import { createRun } from '../setup/money-run.ts';
import { steps } from '../setup/money-steps.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

/** Renames all triggers, so that those of one table run in another order. */
const renameTriggers = (db: Db, order: 'reverse' | 'random') =>
  sql`do ${sql.lit(`
    declare
      renamed record;
    begin
      for renamed in
        select tgrelid::regclass as table_name, tgname as name,
          row_number() over (order by ${order === 'reverse' ? 'tgname desc' : 'md5(random()::text)'}) as name_order
        from pg_trigger where not tgisinternal
      loop
        execute format('alter trigger %I on %s rename to %I', renamed.name, renamed.table_name,
          'renamed_' || lpad(renamed.name_order::text, 3, '0'));
      end loop;
    end`)}`.execute(db);

const HISTORIES = fc.oneof(steps(12), payoutSteps(12));

test.each(['reverse', 'random'] as const)(
  'money adds up when triggers run in %s order of their names',
  async (order) => {
    const { db } = database;
    await renameTriggers(db, order);
    await createMoneyProblems(db);
    const ledger = createLedger(db);
    const nextParticipants = createCompanies(ledger);
    await fc.assert(
      fc.asyncProperty(HISTORIES, async (sequence) => {
        const participants = await nextParticipants();
        const scope = {
          organizationId: participants.staff.organizationId,
          partners: participants.partners.map(({ id }) => id),
        };
        const take = createRun(ledger, participants);
        for (const step of sequence) await take(step);
        expect(await findMoneyProblems(db, scope)).toEqual([]);
      }),
      { numRuns: 15 },
    );
    const [stored, recomputed] = await compareFigures(db);
    expect(stored.length).toBeGreaterThan(20);
    expect(recomputed).toEqual(stored);
  },
);

const FIGURES = [
  ...['lead_days', 'accrual_days', 'partner_balances', 'program_spending', 'payment_totals'],
  ...['organization_lead_days', 'organization_accrual_days', 'organization_click_days'],
  'partner_spans',
];

async function figuresOf(db: Db): Promise<string[]> {
  const rows = FIGURES.map(
    (table) => sql<string>`select ${table} || ': ' || f::text as figure from ${sql.table(table)} f`,
  );
  const figures = await sql<{ figure: string }>`
    select figure from (${sql.join(rows, sql` union all `)}) figures order by 1`.execute(db);
  return figures.rows.map(({ figure }) => figure);
}

const id = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;

/** Writes an organization with leads, visits, claims, accruals and a paid payment, as version 0050 stores them. */
async function writeMoney(trx: Db) {
  await sql`
    insert into organizations (id, name, four_eyes, created_at, updated_at) values (${id(1)}, 'Первая', true, now(), now())`.execute(
    trx,
  );
  await sql`
    insert into programs (organization_id, id, status, name, name_key, description, reward_event, hold_days,
      join_policy, attribution_window_days, duplicate_window_days, landing, ad_label, ad_erid, created_at, updated_at)
    values (${id(1)}, ${id(1)}, 'draft', 'Окна', 'окна', '', 'deal_won', 14, 'open', 30, 90, '{}', '', '', now(), now())`.execute(
    trx,
  );
  await sql`
    insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
      name, name_key, phone, email, inn, search_text, created_at, updated_at)
    values (${id(1)}, ${id(2)}, 'active', 'individual', '', '', '', '', 'П', 'п', '+79160000001', '', '', 'п', now(), now())`.execute(
    trx,
  );
  await sql`
    insert into enrollments (organization_id, id, program_id, partner_id, status, created_at, updated_at)
    values (${id(1)}, ${id(3)}, ${id(1)}, ${id(2)}, 'active', now(), now())`.execute(trx);
  await sql`insert into link_codes (code, organization_id, link_id) values ('okna', ${id(1)}, ${id(4)})`.execute(
    trx,
  );
  await sql`
    insert into links (organization_id, id, enrollment_id, program_id, partner_id, code, label, created_at)
    values (${id(1)}, ${id(4)}, ${id(3)}, ${id(1)}, ${id(2)}, 'okna', '', now())`.execute(trx);
  await sql`
    insert into click_days (organization_id, link_id, day, clicks, unique_clicks)
    values (${id(1)}, ${id(4)}, '2026-08-20', 7, 5), (${id(1)}, ${id(4)}, '2026-08-21', 3, 3)`.execute(trx);
  await sql`
    insert into leads (organization_id, id, number, program_id, reward_event, partner_id, source, name, phone, holds_phone,
      email, email_key, company, comment, status, reason_code, deal_amount_kop, self_referral, unverified, search_text,
      created_at, updated_at)
    select ${id(1)}::uuid, ('00000000-0000-7000-8000-00000000001' || n)::uuid, n, ${id(1)}::uuid, 'deal_won', ${id(2)}::uuid,
      'organization', 'Анна', '+7916000000' || n, false, '', '', '', '', status, reason, deal, false, false, '',
      timestamptz '2026-08-20 12:00Z' + n * interval '5 hours', now()
    from (values (1, 'won', null, 1000000), (2, 'won', null, 333333), (3, 'qualified', null, null),
      (4, 'lost', 'refused', 500000), (5, 'new', null, null)) as lead (n, status, reason, deal)`.execute(trx);
  await sql`
    insert into claims (organization_id, lead_id, partner_id, program_id, rewarded_before, target_kop, cleared_kop,
      hand_kop, hand_reason, created_at, updated_at)
    select organization_id, id, partner_id, program_id, number - 1, deal_amount_kop / 10, deal_amount_kop / 10,
      case number when 2 then 40000 end, case number when 2 then 'Договорились' else '' end, now(), now()
    from leads where status = 'won'`.execute(trx);
  await sql`
    insert into payments (organization_id, id, number, partner_id, status, amount_kop, purpose, method, requested, created_at,
      updated_at, approved_at, paid_at, paid_on, external_ref)
    values (${id(1)}, ${id(5)}, 1, ${id(2)}, 'paid', 100000, 'Выплата', '{}', false, now(), now(), now(), now(),
      '2026-08-21', 'ПП 1')`.execute(trx);
  await sql`
    insert into accruals (organization_id, id, number, partner_id, program_id, lead_id, kind, amount_kop, explanation, status,
      payment_id, hold_until, created_at, updated_at)
    select c.organization_id, c.lead_id, l.number, c.partner_id, c.program_id, c.lead_id, 'reward', c.target_kop, '10 %',
      case l.number when 1 then 'paid' else 'hold' end, case l.number when 1 then ${id(5)}::uuid end,
      case l.number when 2 then now() end, l.created_at, now()
    from claims c join leads l on l.organization_id = c.organization_id and l.id = c.lead_id`.execute(trx);
}

test('an upgrade from version 0050 keeps every figure, claim and setting, and the new functions continue the old figures', async () => {
  const { db } = database;
  await createSchemaBefore(db, '0051-functions');
  await db.transaction().execute(writeMoney);
  const figures = await figuresOf(db);
  expect(figures.length).toBeGreaterThan(25);
  const totalsBefore = await sql<object>`
    select status, leads, coalesce(reward_kop, 0)::bigint as reward_kop
    from lead_totals left join partner_rewards using (organization_id, program_id, partner_id, status)
    order by status`.execute(db);

  await migrate(db, migrations);
  expect(await figuresOf(db)).toEqual(figures);

  const totals = await sql<object>`
    select status, leads, reward_kop from lead_totals order by status`.execute(db);
  expect(totals.rows).toEqual(totalsBefore.rows);

  const settings = await db
    .selectFrom('organizations')
    .select(['requires_second_approver', 'separate_approver'])
    .execute();
  expect(settings).toEqual([{ requires_second_approver: true, separate_approver: false }]);
  const claims = db
    .selectFrom('claims')
    .select(['target_kop', 'reviewed_target_kop', 'manual_cap_kop', 'manual_cap_reason']);
  expect(await claims.orderBy('target_kop').execute()).toEqual([
    {
      target_kop: 33_333,
      reviewed_target_kop: 33_333,
      manual_cap_kop: 40_000,
      manual_cap_reason: 'Договорились',
    },
    { target_kop: 100_000, reviewed_target_kop: 100_000, manual_cap_kop: null, manual_cap_reason: '' },
  ]);

  const rollback = db.transaction().execute(async (trx) => {
    await sql`update leads set status = 'lost', reason_code = 'refused' where number = 2`.execute(trx);
    await sql`update accruals set status = 'canceled', canceled_at = now() where number = 2`.execute(trx);
    await sql`update claims set target_kop = 0 where target_kop = 33333`.execute(trx);
    await sql`update click_days set clicks = clicks + 1`.execute(trx);
  });
  await rollback;
  const [stored, recomputed] = await compareFigures(db);
  expect(recomputed).toEqual(stored);
});
