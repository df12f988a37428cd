import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import { tierReport } from '../../src/money/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { createSchemaBefore } from '../setup/earlier-schema.ts';
import { DAY_SECONDS, type Person } from '../setup/ledger.ts';
import { type MoneyFixture, useMoneyFixture, WHY } from '../setup/money-fixture.ts';

const SUMS = [1000, 3000, 7000, 15_000];
const TIERED = {
  reward_event: 'lead_qualified',
  hold_days: 0,
  reward: { kind: 'tiered', tiers: SUMS.map((fixed_kop, from) => ({ from, fixed_kop })) },
};

describe('the tier position of a lead', () => {
  let fixture: MoneyFixture;
  useMoneyFixture((created) => {
    fixture = created;
  });

  const positionsOf = async (leads: readonly { id: string }[]) => {
    const rows = await fixture.db
      .selectFrom('claims')
      .select(['lead_id', 'rewarded_before'])
      .where('organization_id', '=', fixture.organizationId)
      .where(
        'lead_id',
        'in',
        leads.map(({ id }) => id),
      )
      .execute();
    return leads.map(({ id }) => rows.find(({ lead_id }) => lead_id === id)?.rewarded_before ?? null);
  };
  const lose = (id: string) => fixture.move(id, 'lost');
  async function win(id: string) {
    if ((await fixture.leadRow(id)).status === 'lost') await fixture.move(id, 'in_progress');
    await fixture.move(id, 'qualified');
  }
  const earned = async (partner: Person) =>
    (await fixture.accrualsOf(partner))
      .filter(({ status }) => status !== 'canceled')
      .reduce((sum, { amount_kop }) => sum + amount_kop, 0);

  test('is free again when its reward is undone, and the lead that is rewarded next takes it', async () => {
    const { program, partner } = await fixture.createTerms(TIERED);
    const [a, b] = [await fixture.lead(program, partner), await fixture.lead(program, partner)];
    await win(a.id);
    expect(await positionsOf([a, b])).toEqual([0, null]);
    await lose(a.id);
    expect(await positionsOf([a, b])).toEqual([null, null]);
    await win(b.id);
    await win(a.id);
    expect(await positionsOf([a, b])).toEqual([1, 0]);
    expect(await earned(partner)).toBe(4000);
    await fixture.expectConsistentMoney(partner);
  });

  test('is returned by a manual cancellation of the reward and taken again by its restoration', async () => {
    const { program, partner } = await fixture.createTerms(TIERED);
    const [a, b] = [await fixture.lead(program, partner), await fixture.lead(program, partner)];
    await win(a.id);
    const [reward] = await fixture.accrualsOf(partner);
    await fixture.ledger.accruals.cancel(fixture.staff, reward?.id ?? '', WHY);
    await win(b.id);
    expect(await positionsOf([a, b])).toEqual([null, 0]);
    await fixture.ledger.accruals.restore(fixture.staff, reward?.id ?? '', WHY);
    expect(await positionsOf([a, b])).toEqual([1, 0]);
    expect(await earned(partner)).toBe(4000);
  });

  test('does not make a partner gain when a paid lead is lost and won again', async () => {
    const { program, partner } = await fixture.createTerms(TIERED);
    const [a, b] = [await fixture.lead(program, partner), await fixture.lead(program, partner)];
    await win(a.id);
    fixture.ledger.advance(DAY_SECONDS);
    const payment = await fixture.ledger.payments.create(fixture.staff, { partner: partner.id }, undefined);
    await fixture.advancePayment(payment, 'paid');
    await win(b.id);
    await lose(a.id);
    await win(a.id);
    expect(await positionsOf([a, b])).toEqual([0, 1]);
    expect(await earned(partner)).toBe(4000);
    await fixture.expectConsistentMoney(partner);
  });

  test('is the smallest free one after any order of wins and losses, and never shared', async () => {
    const moves = fc.array(fc.nat({ max: SUMS.length - 1 }), { minLength: 4, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(moves, async (sequence) => {
        const { program, partner } = await fixture.createTerms(TIERED);
        const leads = await Promise.all(SUMS.map(() => fixture.lead(program, partner)));
        const model = new Map<string, number>();
        for (const index of sequence) {
          const id = leads[index]?.id ?? '';
          if (model.delete(id)) await lose(id);
          else {
            const taken = new Set(model.values());
            model.set(
              id,
              SUMS.findIndex((_, position) => !taken.has(position)),
            );
            await win(id);
          }
          expect(await positionsOf(leads)).toEqual(leads.map((lead) => model.get(lead.id) ?? null));
        }
        const due = [...model.values()].reduce((sum, position) => sum + (SUMS[position] ?? 0), 0);
        expect(await earned(partner)).toBe(due);
        await fixture.expectConsistentMoney(partner);
      }),
      { numRuns: 8 },
    );
  });

  test('cannot be given to two leads by any statement', async () => {
    const { program, partner } = await fixture.createTerms(TIERED);
    const [a, b] = [await fixture.lead(program, partner), await fixture.lead(program, partner)];
    await win(a.id);
    await win(b.id);
    const share = sql`update claims set rewarded_before = 0 where lead_id = ${b.id}`.execute(fixture.db);
    await expect(share).rejects.toThrow('claims_places');
  });
});

describe('an upgrade to unique tier positions', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await createSchemaBefore(database.db, '0061-reward-places');
  });
  afterAll(() => database.drop());

  const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

  /** Leads 1 to 4 with the tier positions 0, 0, 2, 1 of the previous version: 1 and 2 are rewarded and paid, 3 is rewarded, 4 is lost. */
  async function writeRewards(db: Db) {
    await sql`
      insert into organizations (id, name, created_at, updated_at) values (${id(1)}, 'Окна', now(), now())`.execute(
      db,
    );
    await sql`
      insert into programs (organization_id, id, status, name, name_key, description, reward_event, hold_days, join_policy,
        attribution_window_days, duplicate_window_days, landing, ad_label, ad_erid, join_code, created_at, updated_at)
      values (${id(1)}, ${id(1)}, 'draft', 'Друзья', 'друзья', '', 'lead_qualified', 0, 'open', 30, 90, '{}', '', '', 'places', now(), now())`.execute(
      db,
    );
    await sql`
      insert into reward_rules (organization_id, id, program_id, version, event, kind, tiers, created_at)
      values (${id(1)}, ${id(1)}, ${id(1)}, 1, 'lead_qualified', 'tiered', ${JSON.stringify(TIERED.reward.tiers)}, now())`.execute(
      db,
    );
    await sql`
      insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
        name, name_key, phone, email, inn, search_text, created_at, updated_at)
      values (${id(1)}, ${id(1)}, 'active', 'ip', '', '', '', '', 'Петров', 'петров', '+79160000001', '', '', 'п', now(), now())`.execute(
      db,
    );
    await sql`
      insert into leads (organization_id, id, number, program_id, reward_rule_id, reward_event, partner_id, source, name, phone,
        holds_phone, email, email_key, company, comment, status, reason_code, self_referral, unverified, search_text, created_at,
        updated_at)
      select ${id(1)}::uuid, ('00000000-0000-7000-8000-00000000000' || n)::uuid, n, ${id(1)}::uuid, ${id(1)}::uuid, 'lead_qualified',
        ${id(1)}::uuid, 'organization', 'Анна', '+7916000000' || n, false, '', '', '', '',
        case n when 4 then 'lost' else 'qualified' end, case n when 4 then 'refused' end, false, false, '', now(), now()
      from generate_series(1, 4) n`.execute(db);
    await sql`
      insert into claims (organization_id, lead_id, partner_id, program_id, rewarded_before, target_kop, reviewed_target_kop,
        created_at, updated_at)
      select ${id(1)}, id, partner_id, program_id, (array[0, 0, 2, 1])[number], (array[1000, 1000, 7000, 0])[number],
        (array[1000, 1000, 7000, 0])[number], now(), now() from leads`.execute(db);
    await sql`
      insert into payments (organization_id, id, number, partner_id, status, amount_kop, purpose, method, requested, created_at,
        updated_at, approved_at, paid_at, paid_on, external_ref)
      values (${id(1)}, ${id(5)}, 1, ${id(1)}, 'paid', 2000, 'Выплата', '{}', false, now(), now(), now(), now(), '2026-08-21', '1')`.execute(
      db,
    );
    await sql`
      insert into accruals (organization_id, id, number, partner_id, program_id, lead_id, kind, amount_kop, explanation, status,
        payment_id, created_at, updated_at, canceled_at)
      select l.organization_id, l.id, l.number, l.partner_id, l.program_id, l.id, 'reward', (array[1000, 1000, 7000, 3000])[l.number],
        'За лид', (array['paid', 'paid', 'available', 'canceled'])[l.number], case when l.number < 3 then ${id(5)}::uuid end,
        now(), now(), case l.number when 4 then now() end from leads l`.execute(db);
    await sql`update leads set reward_id = id where number < 4`.execute(db);
  }

  test('keeps every sum, changes equal tier positions to free ones and reports what the rule gives for these', async () => {
    const { db } = database;
    await db.transaction().execute(writeRewards);
    await migrate(db, migrations);
    const claims = db
      .selectFrom('claims as c')
      .innerJoin('leads as l', 'l.id', 'c.lead_id')
      .select(['c.rewarded_before', 'c.former_rewarded_before', 'c.target_kop'])
      .orderBy('l.number');
    expect(await claims.execute()).toEqual([
      { rewarded_before: 0, former_rewarded_before: null, target_kop: 1000 },
      { rewarded_before: 1, former_rewarded_before: 0, target_kop: 1000 },
      { rewarded_before: 2, former_rewarded_before: null, target_kop: 7000 },
      { rewarded_before: null, former_rewarded_before: null, target_kop: 0 },
    ]);
    const report = (await tierReport(db)).replaceAll('\u00a0', ' ');
    expect(report).toBe(
      'Окна, Петров, «Друзья», Л-2: 10,00 ₽ за 1-й лид, по условиям 30,00 ₽ за 2-й, разница +20,00 ₽, выплачено 10,00 ₽\n' +
        'Итого: вознаграждений 1, разница +20,00 ₽. Ничего не изменено.\n',
    );
    expect((await claims.execute()).map(({ target_kop }) => target_kop)).toEqual([1000, 1000, 7000, 0]);
  });
});
