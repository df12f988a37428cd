import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/**
 * Recomputes all roll-ups from the rows. Triggers normally keep them up to date; this is for manual changes of the database. Concurrent
 * writes of leads and accruals wait.
 */
export const rebuildRollUps = (db: Db) =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`lock table click_days, leads, accruals, payments, lead_days, lead_totals, accrual_days, partner_balances,
      program_spending in exclusive mode`.execute(trx);
    await sql`truncate lead_days, lead_totals, accrual_days, partner_balances, program_spending, organization_lead_days,
      organization_accrual_days, organization_click_days, payment_totals, partner_spans`.execute(trx);
    await sql`
      insert into lead_days (organization_id, day, program_id, partner_id, source, status, leads, deal_kop)
      select l.organization_id, (l.created_at at time zone o.time_zone)::date, l.program_id, l.partner_id,
        l.source, l.status, count(*), coalesce(sum(l.deal_amount_kop), 0)
      from leads l join organizations o on o.id = l.organization_id group by 1, 2, 3, 4, 5, 6`.execute(trx);
    await sql`
      insert into lead_totals (organization_id, program_id, partner_id, status, leads, reward_kop)
      select l.organization_id, l.program_id, l.partner_id, l.status, count(*), coalesce(sum(c.target_kop), 0)
      from leads l left join claims c on c.organization_id = l.organization_id and c.id = l.id
      group by 1, 2, 3, 4`.execute(trx);
    await sql`
      insert into accrual_days (organization_id, day, program_id, partner_id, kind, status, accruals, amount_kop)
      select a.organization_id, (a.created_at at time zone o.time_zone)::date, a.program_id, a.partner_id,
        a.kind, a.status, count(*), sum(a.amount_kop)
      from accruals a join organizations o on o.id = a.organization_id group by 1, 2, 3, 4, 5, 6`.execute(
      trx,
    );
    await sql`
      insert into partner_balances
        (organization_id, partner_id, hold_kop, review_kop, available_kop, reserved_kop, paid_kop, available_accruals)
      select organization_id, partner_id,
        coalesce(sum(amount_kop) filter (where status = 'hold'), 0),
        coalesce(sum(amount_kop) filter (where status = 'review'), 0),
        coalesce(sum(amount_kop) filter (where status = 'available'), 0),
        coalesce(sum(amount_kop) filter (where status = 'reserved'), 0),
        coalesce(sum(amount_kop) filter (where status = 'paid'), 0),
        count(*) filter (where status = 'available')
      from accruals group by 1, 2`.execute(trx);
    await sql`
      insert into program_spending (organization_id, program_id, spent_kop)
      select organization_id, program_id, sum(amount_kop) from accruals
      where program_id is not null and status <> 'canceled' group by 1, 2`.execute(trx);
    await addUpDays(trx);
    await addUpSpans(trx);
    await sql`
      insert into organization_click_days (organization_id, day, program_id, clicks, unique_clicks)
      select c.organization_id, at.day, l.program_id, sum(c.clicks), sum(c.unique_clicks)
      from click_days c join links l on l.organization_id = c.organization_id and l.id = c.link_id
      cross join lateral (values (c.day), (null)) as at (day) group by 1, 2, 3`.execute(trx);
    await sql`
      insert into payment_totals (organization_id, status, payments, amount_kop)
      select organization_id, status, count(*), sum(amount_kop) from payments group by 1, 2`.execute(trx);
  });

/** Aggregates the days of partners into the days of organizations: of all, or of one. */
async function addUpDays(trx: Db, organizationId?: string) {
  const ofOrganization = (rows: string) =>
    organizationId === undefined ? sql`true` : sql`${sql.ref(`${rows}.organization_id`)} = ${organizationId}`;
  await sql`
    insert into organization_lead_days (organization_id, day, program_id, source, status, leads, deal_kop, reward_kop)
    select f.organization_id, at.day, f.program_id, f.source, f.status, sum(f.leads), sum(f.deal_kop), sum(f.reward_kop)
    from (
      select d.organization_id, d.day, d.program_id, d.source, d.status, d.leads, d.deal_kop, 0 as reward_kop
      from lead_days d where ${ofOrganization('d')}
      union all
      select l.organization_id, (l.created_at at time zone o.time_zone)::date, l.program_id, l.source, l.status, 0, 0, c.target_kop
      from claims c join leads l on l.organization_id = c.organization_id and l.id = c.id
      join organizations o on o.id = c.organization_id where ${ofOrganization('c')}
    ) f cross join lateral (values (f.day), (null)) as at (day) group by 1, 2, 3, 4, 5`.execute(trx);
  await sql`
    insert into organization_accrual_days (organization_id, day, program_id, kind, status, accruals, amount_kop)
    select d.organization_id, at.day, d.program_id, d.kind, d.status, sum(d.accruals), sum(d.amount_kop)
    from accrual_days d cross join lateral (values (d.day), (null)) as at (day)
    where ${ofOrganization('d')} group by 1, 2, 3, 4, 5`.execute(trx);
}

/** Aggregates the days of partners into their spans. For one organization, spans over all days are skipped and visits are not counted. */
async function addUpSpans(trx: Db, organizationId?: string) {
  const ofOrganization = (rows: string) =>
    organizationId === undefined ? sql`true` : sql`${sql.ref(`${rows}.organization_id`)} = ${organizationId}`;
  const lengths = organizationId === undefined ? sql`(0), (1), (8), (64)` : sql`(1), (8), (64)`;
  await sql`
    insert into partner_spans (organization_id, days, first_day, partner_id, leads, won, deal_kop, rewards_kop, clicks)
    select f.organization_id, length.days, first_day_of(f.day, length.days), f.partner_id, sum(f.leads), sum(f.won),
      sum(f.deal_kop), sum(f.rewards_kop), sum(case when length.days = 0 then f.clicks else 0 end)
    from (
      select d.organization_id, d.day, d.partner_id, case when d.status <> 'duplicate' then d.leads else 0 end as leads,
        case when d.status = 'won' then d.leads else 0 end as won,
        case when d.status = 'won' then d.deal_kop else 0 end as deal_kop, 0 as rewards_kop, 0 as clicks
      from lead_days d where ${ofOrganization('d')} and d.partner_id is not null
      union all
      select d.organization_id, d.day, d.partner_id, 0, 0, 0, case when d.status <> 'canceled' then d.amount_kop else 0 end, 0
      from accrual_days d where ${ofOrganization('d')}
      union all
      select c.organization_id, c.day, l.partner_id, 0, 0, 0, 0, c.clicks
      from click_days c join links l on l.organization_id = c.organization_id and l.id = c.link_id where ${ofOrganization('c')}
    ) f cross join (values ${lengths}) as length (days)
    group by 1, 2, 3, 4
    having (sum(f.leads), sum(f.won), sum(f.deal_kop), sum(f.rewards_kop)) <> (0, 0, 0, 0)
      or length.days = 0 and sum(f.clicks) <> 0`.execute(trx);
}

/**
 * Recomputes the daily figures of an organization for another time zone. Stored visits move to their new day; visits that are only counted
 * stay on their day. Concurrent writes of leads, accruals and visits wait.
 *
 * @param change sets the new time zone. It runs after the tables are locked.
 */
export async function recomputeDays(
  trx: Db,
  { organizationId, from, to }: { organizationId: string; from: string; to: string },
  change: () => Promise<void>,
) {
  await sql`set local statement_timeout = 0`.execute(trx);
  // Locked in the order in which a visit is written: the day first, then the visit.
  await sql`lock table click_days, clicks, leads, accruals in share row exclusive mode`.execute(trx);
  await change();
  await sql`delete from lead_days where organization_id = ${organizationId}`.execute(trx);
  await sql`
    insert into lead_days (organization_id, day, program_id, partner_id, source, status, leads, deal_kop)
    select organization_id, (created_at at time zone ${to})::date, program_id, partner_id,
      source, status, count(*), coalesce(sum(deal_amount_kop), 0)
    from leads where organization_id = ${organizationId} group by 1, 2, 3, 4, 5, 6`.execute(trx);
  await sql`delete from accrual_days where organization_id = ${organizationId}`.execute(trx);
  await sql`
    insert into accrual_days (organization_id, day, program_id, partner_id, kind, status, accruals, amount_kop)
    select organization_id, (created_at at time zone ${to})::date, program_id, partner_id,
      kind, status, count(*), sum(amount_kop)
    from accruals where organization_id = ${organizationId} group by 1, 2, 3, 4, 5, 6`.execute(trx);
  await sql`delete from organization_lead_days where organization_id = ${organizationId}`.execute(trx);
  await sql`delete from organization_accrual_days where organization_id = ${organizationId}`.execute(trx);
  await addUpDays(trx, organizationId);
  await sql`delete from partner_spans where organization_id = ${organizationId} and days > 0`.execute(trx);
  await addUpSpans(trx, organizationId);
  // Triggers on `click_days` update the other figures of visits.
  await sql`
    with moved as (
      select c.link_id, m.day, sum(m.n) as clicks, coalesce(sum(m.n) filter (where c.is_unique), 0) as unique_clicks
      from clicks c cross join lateral (values
        ((c.at at time zone ${from})::date, -1), ((c.at at time zone ${to})::date, 1)) as m (day, n)
      where c.organization_id = ${organizationId} and not c.is_bot group by 1, 2),
    counted as (
      update click_days d
      set clicks = d.clicks + moved.clicks, unique_clicks = d.unique_clicks + moved.unique_clicks
      from moved where d.organization_id = ${organizationId} and d.link_id = moved.link_id and d.day = moved.day
      returning d.link_id, d.day)
    insert into click_days (organization_id, link_id, day, clicks, unique_clicks)
    select ${organizationId}, link_id, day, clicks, unique_clicks from moved
    where clicks > 0 and (link_id, day) not in (select link_id, day from counted)`.execute(trx);
}
