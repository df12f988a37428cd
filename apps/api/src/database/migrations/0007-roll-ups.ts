import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Roll-ups of rows, updated by triggers of the statements that change the rows. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table lead_days (
      organization_id uuid not null references organizations,
      day date not null,
      program_id uuid not null,
      partner_id uuid,
      source text not null,
      status text not null,
      leads bigint not null,
      deal_kop bigint not null
    )`.execute(db);
  await sql`
    create unique index lead_days_key on lead_days (organization_id, day, program_id, partner_id, source, status)
    nulls not distinct`.execute(db);
  await sql`create index lead_days_partner on lead_days (organization_id, partner_id)`.execute(db);
  await sql`create index lead_days_program on lead_days (organization_id, program_id)`.execute(db);
  await sql`
    create table lead_totals (
      organization_id uuid not null references organizations,
      program_id uuid not null,
      partner_id uuid,
      status text not null,
      leads bigint not null
    )`.execute(db);
  await sql`
    create unique index lead_totals_key on lead_totals (organization_id, program_id, partner_id, status)
    nulls not distinct`.execute(db);
  await sql`create index lead_totals_partner on lead_totals (organization_id, partner_id)`.execute(db);
  await sql`
    create table accrual_days (
      organization_id uuid not null references organizations,
      day date not null,
      program_id uuid,
      partner_id uuid not null,
      kind text not null,
      status text not null,
      accruals bigint not null,
      amount_kop bigint not null
    )`.execute(db);
  await sql`
    create unique index accrual_days_key on accrual_days (organization_id, day, program_id, partner_id, kind, status)
    nulls not distinct`.execute(db);
  await sql`create index accrual_days_program on accrual_days (organization_id, program_id)`.execute(db);
  await sql`
    create table partner_balances (
      organization_id uuid not null references organizations,
      partner_id uuid not null,
      hold_kop bigint not null default 0,
      review_kop bigint not null default 0,
      available_kop bigint not null default 0,
      reserved_kop bigint not null default 0,
      paid_kop bigint not null default 0,
      primary key (organization_id, partner_id)
    )`.execute(db);
  await sql`
    create table program_spending (
      organization_id uuid not null references organizations,
      program_id uuid not null,
      spent_kop bigint not null default 0,
      primary key (organization_id, program_id)
    )`.execute(db);
  await countLeads(db);
  await countAccruals(db);
}

/** Rows that a statement added (+1) and removed (-1). */
const changed = sql.raw(`
  select 1 as n, r.* from new_rows r
  union all select -1 as n, r.* from old_rows r`);
const insertedRows = sql.raw('select 1 as n, r.* from new_rows r');

async function countLeads(db: Kysely<unknown>) {
  for (const [event, rows, tables] of [
    ['insert', insertedRows, sql`new table as new_rows`],
    ['update', changed, sql`old table as old_rows new table as new_rows`],
  ] as const) {
    await sql`
      create function ${sql.id(`count_leads_${event}`)}() returns trigger language plpgsql as $$
      begin
        insert into lead_days as d (organization_id, day, program_id, partner_id, source, status, leads, deal_kop)
        select c.organization_id, (c.created_at at time zone o.time_zone)::date, c.program_id, c.partner_id,
          c.source, c.status, sum(c.n), sum(c.n * coalesce(c.deal_amount_kop, 0))
        from (${rows}) c join organizations o on o.id = c.organization_id
        group by 1, 2, 3, 4, 5, 6
        having sum(c.n) <> 0 or sum(c.n * coalesce(c.deal_amount_kop, 0)) <> 0
        order by 1, 2, 3, 4, 5, 6
        on conflict (organization_id, day, program_id, partner_id, source, status)
        do update set leads = d.leads + excluded.leads, deal_kop = d.deal_kop + excluded.deal_kop;

        insert into lead_totals as t (organization_id, program_id, partner_id, status, leads)
        select c.organization_id, c.program_id, c.partner_id, c.status, sum(c.n)
        from (${rows}) c group by 1, 2, 3, 4 having sum(c.n) <> 0 order by 1, 2, 3, 4
        on conflict (organization_id, program_id, partner_id, status)
        do update set leads = t.leads + excluded.leads;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${sql.id(`leads_counted_${event}`)} after ${sql.raw(event)} on leads referencing ${tables}
      for each statement execute function ${sql.id(`count_leads_${event}`)}()`.execute(db);
  }
  await sql`
    insert into lead_days (organization_id, day, program_id, partner_id, source, status, leads, deal_kop)
    select l.organization_id, (l.created_at at time zone o.time_zone)::date, l.program_id, l.partner_id,
      l.source, l.status, count(*), coalesce(sum(l.deal_amount_kop), 0)
    from leads l join organizations o on o.id = l.organization_id
    group by 1, 2, 3, 4, 5, 6`.execute(db);
  await sql`
    insert into lead_totals (organization_id, program_id, partner_id, status, leads)
    select organization_id, program_id, partner_id, status, count(*) from leads group by 1, 2, 3, 4`.execute(
    db,
  );
}

const sumOf = (status: string) =>
  sql.raw(`coalesce(sum(c.n * c.amount_kop) filter (where c.status = '${status}'), 0)`);

async function countAccruals(db: Kysely<unknown>) {
  for (const [event, rows, tables] of [
    ['insert', insertedRows, sql`new table as new_rows`],
    ['update', changed, sql`old table as old_rows new table as new_rows`],
  ] as const) {
    await sql`
      create function ${sql.id(`count_accruals_${event}`)}() returns trigger language plpgsql as $$
      begin
        insert into accrual_days as d (organization_id, day, program_id, partner_id, kind, status, accruals, amount_kop)
        select c.organization_id, (c.created_at at time zone o.time_zone)::date, c.program_id, c.partner_id,
          c.kind, c.status, sum(c.n), sum(c.n * c.amount_kop)
        from (${rows}) c join organizations o on o.id = c.organization_id
        group by 1, 2, 3, 4, 5, 6 having sum(c.n) <> 0 or sum(c.n * c.amount_kop) <> 0
        order by 1, 2, 3, 4, 5, 6
        on conflict (organization_id, day, program_id, partner_id, kind, status)
        do update set accruals = d.accruals + excluded.accruals, amount_kop = d.amount_kop + excluded.amount_kop;

        insert into partner_balances as b
          (organization_id, partner_id, hold_kop, review_kop, available_kop, reserved_kop, paid_kop)
        select c.organization_id, c.partner_id, ${sumOf('hold')}, ${sumOf('review')}, ${sumOf('available')},
          ${sumOf('reserved')}, ${sumOf('paid')}
        from (${rows}) c group by 1, 2 order by 1, 2
        on conflict (organization_id, partner_id) do update set
          hold_kop = b.hold_kop + excluded.hold_kop,
          review_kop = b.review_kop + excluded.review_kop,
          available_kop = b.available_kop + excluded.available_kop,
          reserved_kop = b.reserved_kop + excluded.reserved_kop,
          paid_kop = b.paid_kop + excluded.paid_kop;

        insert into program_spending as s (organization_id, program_id, spent_kop)
        select c.organization_id, c.program_id, sum(c.n * c.amount_kop)
        from (${rows}) c where c.program_id is not null and c.status <> 'canceled'
        group by 1, 2 having sum(c.n * c.amount_kop) <> 0 order by 1, 2
        on conflict (organization_id, program_id) do update set spent_kop = s.spent_kop + excluded.spent_kop;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${sql.id(`accruals_counted_${event}`)} after ${sql.raw(event)} on accruals referencing ${tables}
      for each statement execute function ${sql.id(`count_accruals_${event}`)}()`.execute(db);
  }
}

export const rollUps: Migration = { up };
