import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildRollUps } from '../../src/database/figures/roll-ups.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import type { Staff } from '../../src/platform/http/viewer.ts';
import { DEMO_PEOPLE, startTestServer, type TestServer } from '../../src/testing.ts';
import { bypassTriggers } from '../setup/force.ts';
import { createLedger } from '../setup/ledger.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Act = { at: Date; act: () => Promise<unknown> };

let server: TestServer;
let staff: Staff;
let partners: string[];
beforeAll(async () => {
  server = await startTestServer();
  const boss = await server.findUser(DEMO_PEOPLE[0]?.phone ?? '');
  staff = {
    role: 'organization',
    position: 'owner',
    organizationId: boss.organization_id ?? '',
    userId: boss.id,
    requestId: '',
  };
  const partner = await server.findUser(DEMO_PEOPLE[1]?.phone ?? '');
  await fillDemo(server.db, staff.organizationId, partner, server.now());
  // The replay contains no receipts.
  await server.db.updateTable('organizations').set({ receipts_required: false }).execute();
  await server.db.deleteFrom('tax_statuses').execute();
  // For each kind of accrual and review reason, selects the partner with the fewest leads.
  const { rows } = await sql<{ id: string }>`
    with busy as (select partner_id, count(*) as leads from leads group by 1), shown as (
      select distinct on (kind, review_reason) partner_id from accruals join busy using (partner_id)
      order by kind, review_reason, leads, partner_id
    )
    select distinct partner_id as id from shown`.execute(server.db);
  partners = rows.map(({ id }) => id);
});
afterAll(() => server.stop());

/** Returns the money of the partners without ids and numbers, which differ after the replay. */
async function money() {
  const { rows } = await sql<object>`
    select p.created_at as partner, l.number as lead, a.kind, a.amount_kop::int, a.status, a.review_reason, a.hold_until,
      a.created_at, regexp_replace(a.explanation, 'Н-[0-9]+', 'Н', 'g') as explanation, y.created_at as payment,
      case y.status when 'requested' then 'draft' else y.status end as payment_status, y.amount_kop::int as payment_kop, c.target_kop::int, c.reviewed_target_kop::int, c.rewarded_before
    from accruals a join partners p on p.id = a.partner_id left join leads l on l.id = a.lead_id
      left join payments y on y.id = a.payment_id left join claims c on c.lead_id = a.lead_id
    where a.partner_id = any (${partners}::uuid[])
    order by a.created_at, l.number, a.kind, a.amount_kop`.execute(server.db);
  return rows;
}

const eventsOf = () =>
  server.db
    .selectFrom('lead_events as e')
    // The indexes begin with the organization. Without it, each event reads whole tables.
    .innerJoin('leads as l', (join) =>
      join.onRef('l.organization_id', '=', 'e.organization_id').onRef('l.id', '=', 'e.lead_id'),
    )
    .leftJoin('accruals as a', (join) =>
      join
        .onRef('a.organization_id', '=', 'l.organization_id')
        .onRef('a.lead_id', '=', 'l.id')
        .on('a.kind', '=', 'reward'),
    )
    .select([
      'e.at',
      'e.from_status',
      'e.to_status',
      'e.reason_code',
      'l.id',
      'l.deal_amount_kop',
      'a.amount_kop',
    ])
    .select(
      sql<boolean>`exists (select from lead_events c where c.organization_id = l.organization_id and c.lead_id = l.id and c.from_status = c.to_status)`.as(
        'isChanged',
      ),
    )
    .where('l.partner_id', 'in', partners)
    .where('e.from_status', 'is not', null)
    .orderBy('e.at')
    .execute();

/** Returns the transitions of the leads as service calls. */
async function moves({ leads }: ReturnType<typeof createLedger>): Promise<Act[]> {
  return (await eventsOf()).map(({ at, id, from_status, to_status, reason_code, ...lead }) => ({
    at,
    async act() {
      const { version } = await leads.get(staff, id);
      const deal = lead.deal_amount_kop;
      if (from_status === to_status) return leads.update(staff, id, { version, deal_amount_kop: deal ?? 0 });
      // Events do not contain the previous deal amount. It is the reward times twenty.
      const first = lead.isChanged ? Number(lead.amount_kop ?? 0) * 20 : deal;
      const amount = to_status === 'won' && { deal_amount_kop: first };
      return leads.transition(staff, id, {
        to: to_status,
        version,
        ...(reason_code && { reason_code }),
        ...amount,
      } as never);
    },
  }));
}

/** Returns the payments and their transitions as service calls, including payments requested by partners. */
async function payouts({ payments, transitions }: ReturnType<typeof createLedger>): Promise<Act[]> {
  const created = await server.db
    .selectFrom('payments')
    .selectAll()
    .select([
      sql<string>`paid_on::text`.as('paid_on'),
      sql<string | null>`returned_on::text`.as('returned_day'),
    ])
    .where('partner_id', 'in', partners)
    .execute();
  return created.flatMap(
    ({ partner_id, status, created_at, approved_at, updated_at, paid_on, external_ref, ...row }) => {
      let id = '';
      const reason = row.failure_reason || row.cancel_reason || 'Так решили';
      const isApproved = approved_at !== null;
      const isSent = ['processing', 'paid', 'returned', 'failed'].includes(status);
      const form = async () => ({ id } = await payments.create(staff, { partner: partner_id }, undefined));
      const steps: (Act | false)[] = [
        { at: created_at, act: form },
        isApproved && { at: approved_at, act: () => transitions.approve(staff, id, {}) },
        isSent && { at: approved_at ?? created_at, act: () => transitions.process(staff, id, {}) },
        row.paid_at !== null && {
          at: row.paid_at,
          act: () => transitions.pay(staff, id, { paid_on: String(paid_on), external_ref }, id),
        },
        row.returned_at !== null && {
          at: row.returned_at,
          act: () =>
            transitions.return(
              staff,
              id,
              { returned_on: String(row.returned_day), external_ref, reason: row.return_reason },
              `${id} returned`,
            ),
        },
        status === 'failed' && { at: updated_at, act: () => transitions.fail(staff, id, { reason }) },
        status === 'canceled' && { at: updated_at, act: () => transitions.cancel(staff, id, { reason }) },
      ];
      return steps.filter((step) => step !== false);
    },
  );
}

/** Returns the manual, canceled and reviewed accruals as service calls. */
async function decisions({ accruals }: ReturnType<typeof createLedger>): Promise<Act[]> {
  const rows = await server.db
    .selectFrom('accruals')
    .selectAll()
    .where('partner_id', 'in', partners)
    .execute();
  return rows.flatMap(({ partner_id, lead_id, kind, amount_kop, explanation, created_at, ...row }): Act[] => {
    if (lead_id === null) {
      let id = '';
      const input = { partner: partner_id, kind, amount_kop: Number(amount_kop), explanation, program: null };
      const make = async () => ({ id } = await accruals.create(staff, input as never));
      const canceled = row.canceled_at;
      return [
        { at: created_at, act: make },
        ...(canceled === null ? [] : [{ at: canceled, act: () => accruals.cancel(staff, id, row.comment) }]),
      ];
    }
    if (row.review_reason !== 'manual') return [];
    const reward = () =>
      server.db
        .selectFrom('accruals')
        .select('id')
        .where('lead_id', '=', lead_id)
        .where('kind', '=', 'reward')
        .executeTakeFirstOrThrow();
    return [
      { at: row.updated_at, act: async () => accruals.review(staff, (await reward()).id, row.comment) },
    ];
  });
}

/** Returns the other changes: a spent budget, a blocked partner and a changed payout method. */
async function circumstances(): Promise<Act[]> {
  const daysAgo = (days: number) => new Date(server.now().getTime() - days * DAY_MS);
  const { id, budget_kop } = await server.db
    .selectFrom('programs')
    .select(['id', 'budget_kop'])
    .where('budget_kop', 'is not', null)
    .executeTakeFirstOrThrow();
  const budget = (kop: number | null) => () =>
    server.db.updateTable('programs').set({ budget_kop: kop }).where('id', '=', id).execute();
  const block = (status: 'active' | 'blocked') => () =>
    server.db
      .updateTable('partners')
      .set({ status })
      .where('status_reason', '<>', '')
      .where('id', 'in', partners)
      .execute();
  const methods = await server.db
    .selectFrom('payout_methods')
    .select(['id', 'partner_id', 'created_at', 'default_since'])
    .where('partner_id', 'in', partners)
    .orderBy('created_at')
    .execute();
  const changed = methods.filter(({ default_since }) => default_since === null);
  const setDefault = (id: string, since: Date | null) =>
    server.db.updateTable('payout_methods').set({ default_since: since }).where('id', '=', id).execute();
  const changes = changed.flatMap((old): Act[] => {
    const now = methods.find(({ id, partner_id }) => partner_id === old.partner_id && id !== old.id);
    if (now === undefined) throw new Error('a partner has methods and none of them is the default');
    const swap = (one: typeof old, other: typeof old) => async () => {
      await setDefault(other.id, null);
      await setDefault(one.id, one.created_at);
    };
    return [
      { at: new Date(0), act: swap(old, now) },
      { at: now.created_at, act: swap(now, old) },
    ];
  });
  return [
    ...changes,
    { at: new Date(0), act: budget(null) },
    { at: new Date(0), act: block('active') },
    { at: daysAgo(20), act: block('blocked') },
    { at: daysAgo(6), act: budget(1) },
    { at: daysAgo(5), act: budget(Number(budget_kop)) },
  ];
}

/** Resets the partners to the day before their first transition. */
const resetPartners = () =>
  bypassTriggers(server, async (trx) => {
    const ownPartners = sql`any (${partners}::uuid[])`;
    await sql`delete from claims where partner_id = ${ownPartners}`.execute(trx);
    await sql`delete from accruals where partner_id = ${ownPartners}`.execute(trx);
    await sql`delete from payments where partner_id = ${ownPartners}`.execute(trx);
    await sql`
      update leads l set status = 'new', reason_code = null, version = 1, deal_amount_kop = null, reward_id = null, holds_phone = true
      where partner_id = ${ownPartners} and exists (select from lead_events where lead_id = l.id and from_status is not null)`.execute(
      trx,
    );
    await sql`
      delete from lead_events e using leads l
      where l.id = e.lead_id and l.partner_id = ${ownPartners} and e.from_status is not null`.execute(trx);
  });

test('replaying the demo history through the services gives the same accruals and payments', async () => {
  const ledger = createLedger(server.db);
  const acts = (
    await Promise.all([moves(ledger), payouts(ledger), decisions(ledger), circumstances()])
  ).flat();
  const expected = await money();
  await resetPartners();
  await rebuildRollUps(server.db);
  for (const { at, act } of acts.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    ledger.setClock(at);
    await act();
  }
  ledger.setClock(server.now());
  await ledger.mature();
  expect(await money()).toEqual(expected);
}, 300_000);
