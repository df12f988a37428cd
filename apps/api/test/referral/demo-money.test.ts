import {
  type HomeBalances,
  type OrganizationTask,
  type Payment,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBulkPartners } from '../../src/demo/bulk-partners.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { DEMO_PEOPLE, startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { createMoneyProblems, findMoneyProblems } from '../setup/money-problems.ts';
import { api, createCaller, ok } from '../setup/world.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let now: Date;
beforeAll(async () => {
  server = await startTestServer();
  now = server.now();
  await fill(server, now);
  await createMoneyProblems(server.db);
});
afterAll(() => server.stop());

async function fill({ db, findUser }: TestServer, at: Date) {
  const boss = await findUser(DEMO_PEOPLE[0]?.phone ?? '');
  await fillDemo(db, boss.organization_id ?? '', await findUser(DEMO_PEOPLE[1]?.phone ?? ''), at);
}

const signedIn = async (person: 0 | 1) =>
  createCaller(server, (await createClient(server).signIn(person)).access);

async function problems({ db }: TestServer) {
  const cards = await db.selectFrom('partners').select(['id', 'organization_id']).execute();
  const organizationId = cards[0]?.organization_id ?? '';
  return findMoneyProblems(db, { organizationId, partners: cards.map(({ id }) => id) });
}

/** Returns the kinds of rows whose numbers have gaps or differ from their counter. */
async function numberProblems({ db }: TestServer) {
  const { rows } = await sql<{ kind: string }>`
    select r.kind from (
      select 'accrual' as kind, count(distinct number) as rows, max(number) as last from accruals
      union all select 'payment', count(distinct number), max(number) from payments
      union all select 'lead', count(distinct number), max(number) from leads
    ) r left join counters c using (kind)
    where r.rows <> r.last or c.value is distinct from r.last`.execute(db);
  return rows;
}

test('accruals, payments and numbers of the demo are consistent', async () => {
  expect(await problems(server)).toEqual([]);
  expect(await numberProblems(server)).toEqual([]);
});

test('the demo has accruals of every kind and status and payments of every status', async () => {
  const boss = await signedIn(0);
  const accruals = ok<Record<string, number>>(await boss.get(`${api}/accruals/counts/`));
  const payments = ok<Record<string, number>>(await boss.get(`${api}/payments/counts/`));
  for (const status of Object.keys(stateMachines.accrual.transitions))
    expect(accruals[status], status).toBeGreaterThan(0);
  for (const status of Object.keys(stateMachines.payment.transitions))
    expect(payments[status], status).toBeGreaterThan(0);
  const { rows } = await sql<{ text: string }>`
    select distinct kind || coalesce(' ' || review_reason, '') as text from accruals order by text`.execute(
    server.db,
  );
  expect(rows.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      ...['bonus', 'correction', 'reversal', 'reward'],
      ...['reward budget', 'reward manual', 'reward self_referral'],
    ]),
  );
});

test('a tiered reward depends on the number of earlier rewards', async () => {
  const { rows } = await sql<{ wrong: number; steps: number }>`
    with given as (
      select a.amount_kop, (regexp_match(a.explanation, 'за (\\d+)-й лид'))[1]::int as tier_position
      from accruals a join programs p on p.id = a.program_id join reward_rules r on r.id = p.reward_rule_id
      where a.kind = 'reward' and r.kind = 'tiered' and r.measure = 'count'
    )
    select count(distinct amount_kop)::int as steps, count(*) filter (where amount_kop <>
      case when tier_position > 15 then 100000 when tier_position > 5 then 70000 else 50000 end or tier_position is null)::int as wrong
    from given`.execute(server.db);
  expect(rows).toEqual([{ wrong: 0, steps: expect.any(Number) }]);
  expect(rows[0]?.steps).toBeGreaterThan(1);
});

test('a ladder pays a larger share after a larger turnover of the quarter', async () => {
  const { rows } = await sql<{ bps: number }>`
    select distinct round(c.target_kop * 10000.0 / l.deal_amount_kop)::int as bps
    from claims c join leads l on l.id = c.lead_id join reward_rules r on r.id = l.reward_rule_id
    where r.measure = 'turnover' order by bps`.execute(server.db);
  expect(rows.map(({ bps }) => bps)).toEqual([400, 600, 800]);
});

test('clients of the demo pay every month, and each payment is rewarded by the rate of its partner', async () => {
  const { rows } = await sql<{ label: string; product: string; bps: number; sales: number }>`
    select split_part(r.label, ' ', 1) as label, s.product, (c.target_kop * 10000.0 / (s.amount_kop - s.refunded_kop))::int as bps,
      count(*)::int as sales
    from sales s join attachments t on t.id = s.attachment_id join reward_rules r on r.id = t.reward_rule_id
    join claims c on c.id = s.id
    where s.lead_id is null and s.refund_of is null
    group by 1, 2, 3 order by 2, 3`.execute(server.db);
  expect(rows).toMatchObject([
    { label: expect.any(String), product: 'Обучение диспетчеров', bps: 3000 },
    { product: 'Обучение диспетчеров', bps: 3000 },
    { label: '', product: 'Подписка на месяц', bps: 1500 },
    { label: 'Личная', product: 'Подписка на месяц', bps: 1800 },
    { label: 'Группа', product: 'Подписка на месяц', bps: 2000 },
  ]);
  expect(rows.reduce((sum, { sales }) => sum + sales, 0)).toBeGreaterThan(30);
});

test('the demo has a refund after the payment of its reward, and a client that passed to the demo partner', async () => {
  const { rows } = await sql<{ debts: number; moved: number; later: number }>`
    select (select count(*)::int from accruals a join sales s on s.id = a.sale_id
        join accruals rewarded on rewarded.sale_id = s.id and rewarded.kind = 'reward' and rewarded.status = 'paid'
        where a.amount_kop < 0) as debts,
      (select count(*)::int from attachments where cause = 'transfer') as moved,
      (select count(*)::int from sales s join attachments t on t.id = s.attachment_id where t.cause = 'transfer') as later`.execute(
    server.db,
  );
  expect(rows).toEqual([{ debts: 1, moved: 1, later: expect.toSatisfy((sales: number) => sales > 1) }]);
});

test('no two clients of the demo have one name in a program with later sales', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.name from clients c join attachments t on t.client_id = c.id join reward_rules r on r.id = t.reward_rule_id
    where r.applies_to <> 'first_sale' group by c.name having count(distinct c.id) > 1`.execute(server.db);
  expect(rows).toEqual([]);
});

test('no row of the demo is dated in the future or before its partner, lead or payment', async () => {
  const { rows } = await sql<{ number: number }>`
    select a.number from accruals a
    join partners p on p.id = a.partner_id left join leads l on l.id = a.lead_id left join payments y on y.id = a.payment_id
    where a.created_at < p.created_at or a.created_at < l.created_at or a.created_at > y.created_at
      or a.hold_until > y.created_at or a.updated_at > ${now} or a.canceled_at < a.created_at
    union all
    select y.number from payments y left join payout_methods m
      on m.partner_id = y.partner_id and m.created_at <= y.created_at
    where m.id is null or y.updated_at > ${now} or y.paid_at < y.approved_at or y.approved_at < y.created_at`.execute(
    server.db,
  );
  expect(rows).toEqual([]);
});

test('the demo partner has money on hold, in review and available, and paid payments', async () => {
  const partner = await signedIn(1);
  const [due] = ok<HomeBalances>(await partner.get('/api/home/balance/')).results;
  expect(due).toMatchObject({ blockers: [], missing_kop: 0, request: null });
  expect(Math.min(due?.hold_kop ?? 0, due?.review_kop ?? 0)).toBeGreaterThan(0);
  const days = (Date.parse(due?.releases.next[0]?.date ?? '') - server.now().getTime()) / DAY_MS;
  expect(days).toBeLessThan(7);
  const paid = ok<{ results: Payment[] }>(await partner.get(`${api}/payments/?status=paid`)).results;
  expect(paid.length).toBeGreaterThan(3);
  for (const { external_ref } of paid) expect(external_ref).toMatch(/^ПП \d{3}$/);
  expect(await partner.post(`${api}/payments/request/`, { partner: due?.partner.id })).toMatchObject({
    status: 201,
    body: { amount_kop: due?.available_kop },
  });
});

test('the services write the journal of the accruals, payments and registries of the demo', async () => {
  const { rows } = await sql<{ kind: string; missing: number }>`
    select 'accrual' as kind, count(*)::int as missing from accruals a where not exists (
      select from audit_entries e where e.object_id = a.id and e.action = 'accrual.create' and e.at = a.created_at)
    union all
    select 'payment', count(*)::int from payments y where not exists (
      select from audit_entries e where e.object_id = y.id and e.object_kind = 'payment' and e.at = y.updated_at)
    union all
    select 'registry', count(*)::int from registries r where not exists (
      select from audit_entries e where e.object_id = r.id and e.object_kind = 'registry' and e.at = r.updated_at)`.execute(
    server.db,
  );
  expect(rows.filter(({ missing }) => missing > 0)).toEqual([]);
});

test('the paydays of the demo are closed registries, one registry is at the bank, and the statement has a match and a doubt', async () => {
  const registries = await server.db
    .selectFrom('registries')
    .select(['kind', 'status'])
    .orderBy('number', 'desc')
    .execute();
  const [last, ...earlier] = registries;
  expect(last).toEqual({ kind: 'bank_account', status: 'sent' });
  expect(earlier.length).toBeGreaterThan(5);
  expect(earlier.every(({ status }) => status === 'closed')).toBe(true);
  const documents = await server.db.selectFrom('bank_documents').select('match').orderBy('number').execute();
  expect(documents).toEqual([{ match: 'exact' }, { match: 'doubtful' }]);
});

test('tax is withheld from payments to the individual of the demo', async () => {
  const { rows } = await sql<{ untaxed: number; taxed: number }>`
    select count(*) filter (where y.tax_kop = 0)::int as untaxed, count(*) filter (where y.tax_kop > 0)::int as taxed
    from payments y join partners p on p.id = y.partner_id where p.kind = 'individual' and y.status = 'paid'`.execute(
    server.db,
  );
  expect(rows).toEqual([{ untaxed: 0, taxed: expect.any(Number) }]);
  expect(rows[0]?.taxed).toBeGreaterThan(0);
});

test('the tasks and payable partners of the demo organization show every case', async () => {
  const boss = await signedIn(0);
  const { results } = ok<{ results: OrganizationTask[] }>(await boss.get('/api/home/tasks/'));
  expect(results.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      ...['accruals_in_review', 'ready_to_pay', 'payments_requested', 'payments_approved', 'payments_failed'],
      ...['new_leads', 'budget_near'],
    ]),
  );
  const eligible = ok<{ results: { blockers: { code: string }[] }[] }>(
    await boss.get(`${api}/payments/eligible/?page_size=100`),
  ).results;
  const codes = eligible.flatMap(({ blockers }) => blockers.map(({ code }) => code));
  expect(codes).toEqual(expect.arrayContaining(['no_method', 'method_changed', 'below_minimum']));
  expect(eligible.filter(({ blockers }) => blockers.length === 0).length).toBeGreaterThan(3);
});

describe('a second demo created for the same moment', () => {
  let other: TestServer;
  beforeAll(async () => {
    other = await startTestServer();
    await fill(other, now);
    await createMoneyProblems(other.db);
  });
  afterAll(() => other.stop());

  test('has the same accruals', async () => {
    const shape = ({ db }: TestServer) =>
      db.selectFrom('accruals').select(['number', 'kind', 'amount_kop']).orderBy('number').execute();
    expect(await shape(other)).toEqual(await shape(server));
  });

  test('stays consistent and serves its lists with 3,000 more leads', async () => {
    const { organization_id } = await other.findUser(DEMO_PEOPLE[0]?.phone ?? '');
    await seedBulkPartners(other.db, organization_id ?? '', 3000, server.now());
    expect(await problems(other)).toEqual([]);
    expect(await numberProblems(other)).toEqual([]);
    const states = await other.db.selectFrom('payments').select('status').distinct().execute();
    expect(states).toHaveLength(8);
    const boss = createCaller(other, (await createClient(other).signIn(0)).access);
    for (const noun of ['leads', 'accruals', 'payments', 'payments/eligible', 'partners']) {
      expect(await boss.get(`${api}/${noun}/?page_size=100`), noun).toMatchObject({ status: 200 });
    }
  });
});
