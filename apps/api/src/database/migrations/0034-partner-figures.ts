import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Figures of partners over spans of days, so that the best partners of a year are found without reading every day of every partner. Spans
 * have 1, 8 or 64 days, each from a multiple of its length since 1970-01-01, or all days (0, stored at 1970-01-01). Also the rewards of a
 * partner by lead status, and the number of accruals that can be paid. All except that number come from the records of 0032, as the figures
 * of organizations do.
 */
async function up(db: Kysely<unknown>) {
  await createFigures(db);
  await addUpNotes(db);
  await notePartners(db);
  await countAvailable(db);
  await backfillFigures(db);
  await sql`create index accruals_paid on accruals (organization_id, created_at, id) where status = 'paid'`.execute(
    db,
  );
}

async function createFigures(db: Kysely<unknown>) {
  await sql`
    create table partner_spans (
      organization_id uuid not null references organizations,
      days integer not null check (days in (0, 1, 8, 64)),
      first_day date not null,
      partner_id uuid not null,
      leads bigint not null,
      won bigint not null,
      rewards_kop bigint not null,
      clicks bigint not null,
      primary key (organization_id, days, first_day, partner_id)
    )`.execute(db);
  await sql`
    create table partner_rewards (
      organization_id uuid not null references organizations,
      partner_id uuid not null,
      program_id uuid not null,
      status text not null,
      reward_kop bigint not null,
      primary key (organization_id, partner_id, program_id, status)
    )`.execute(db);
  await sql`
    create function first_day_of(day date, days integer) returns date language sql immutable
    return date '1970-01-01' + case when days = 0 then 0 else (day - date '1970-01-01') / days * days end`.execute(
    db,
  );
}

/** Visits are only counted over all days, so that a visit does not write rows for shorter spans. */
const SPANS = sql.raw(`
  cross join lateral (
    select days, first_day_of(r.day, days) as first_day, case when days = 0 then r.clicks else 0 end as clicks
    from (values (0), (1), (8), (64)) as length (days)
  ) s`);

/** Adds rows `r` with a partner and a day to the spans of partners. */
const spansStatement = (rows: ReturnType<typeof sql.raw>) => sql`
  insert into partner_spans as f (organization_id, days, first_day, partner_id, leads, won, rewards_kop, clicks)
  select r.organization_id, s.days, s.first_day, r.partner_id, sum(r.leads), sum(r.won), sum(r.rewards_kop), sum(s.clicks)
  from (${rows}) r ${SPANS}
  where r.partner_id is not null group by 1, 2, 3, 4
  having (sum(r.leads), sum(r.won), sum(r.rewards_kop), sum(s.clicks)) <> (0, 0, 0, 0) order by 1, 2, 3, 4
  on conflict (organization_id, days, first_day, partner_id) do update
  set leads = f.leads + excluded.leads, won = f.won + excluded.won, rewards_kop = f.rewards_kop + excluded.rewards_kop,
    clicks = f.clicks + excluded.clicks`;

/** Triggers of one event run in alphabetical order. This one must run before the trigger that deletes the records. */
async function addUpNotes(db: Kysely<unknown>) {
  await sql`alter table figure_notes add column partner_id uuid`.execute(db);
  const noted = sql.raw(`
    select n.organization_id, n.day, n.partner_id,
      case when n.object = 'lead' and n.status <> 'duplicate' then n.n else 0 end as leads,
      case when n.object = 'lead' and n.status = 'won' then n.n else 0 end as won,
      case when n.object = 'accrual' and n.status <> 'canceled' then n.kop else 0 end as rewards_kop,
      case when n.object = 'click' then n.n else 0 end as clicks
    from figure_notes n where n.tx = new.tx and n.partner_id is not null`);
  await sql`
    create function add_partner_figures() returns trigger language plpgsql set enable_seqscan = off as $$
    begin
      ${spansStatement(noted)};
      insert into partner_rewards as f (organization_id, partner_id, program_id, status, reward_kop)
      select n.organization_id, n.partner_id, n.program_id, n.status, sum(n.reward_kop) from figure_notes n
      where n.tx = new.tx and n.object = 'lead' and n.partner_id is not null
      group by 1, 2, 3, 4 having sum(n.reward_kop) <> 0 order by 1, 2, 3, 4
      on conflict (organization_id, partner_id, program_id, status) do update set reward_kop = f.reward_kop + excluded.reward_kop;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger figures_a_of_partners after insert on figure_marks
    deferrable initially deferred for each row execute function add_partner_figures()`.execute(db);
}

/** Rows that a statement added (+1) and removed (-1). */
const EVENTS = {
  insert: '(select 1 as n, r.* from new_rows r) c',
  update: '(select 1 as n, r.* from new_rows r union all select -1 as n, r.* from old_rows r) c',
};

/** Records figure changes by partner, as 0032 does by organization. */
async function notePartners(db: Kysely<unknown>) {
  const rewardSumOfClaims = 'coalesce(sum(c.n * m.target_kop), 0)';
  const claims = 'left join claims m on m.organization_id = c.organization_id and m.lead_id = c.id';
  for (const [event, rows] of Object.entries(EVENTS)) {
    const [rewardSum, join] = event === 'insert' ? ['0', ''] : [rewardSumOfClaims, claims];
    await note(
      db,
      `leads_${event}`,
      `'lead', c.organization_id, (c.created_at at time zone o.time_zone)::date, c.program_id, c.source, c.status, c.partner_id,
        sum(c.n) as n, coalesce(sum(c.n * c.deal_amount_kop), 0) as kop, ${rewardSum} as reward_kop
      from ${rows} join organizations o on o.id = c.organization_id ${join}`,
    );
    await note(
      db,
      `claims_${event}`,
      `'lead', l.organization_id, (l.created_at at time zone o.time_zone)::date, l.program_id, l.source, l.status, l.partner_id,
        0 as n, 0 as kop, sum(c.n * c.target_kop) as reward_kop
      from ${rows} join leads l on l.organization_id = c.organization_id and l.id = c.lead_id
      join organizations o on o.id = c.organization_id`,
    );
    await note(
      db,
      `accruals_${event}`,
      `'accrual', c.organization_id, (c.created_at at time zone o.time_zone)::date, c.program_id, c.kind, c.status, c.partner_id,
        sum(c.n) as n, sum(c.n * c.amount_kop) as kop, 0 as reward_kop
      from ${rows} join organizations o on o.id = c.organization_id`,
    );
    await note(
      db,
      `click_days_${event}`,
      `'click', c.organization_id, c.day, l.program_id, '', '', l.partner_id,
        sum(c.n * c.clicks) as n, sum(c.n * c.unique_clicks) as kop, 0 as reward_kop
      from ${rows} join links l on l.organization_id = c.organization_id and l.id = c.link_id`,
    );
  }
}

const note = (db: Kysely<unknown>, name: string, select: string) =>
  sql`
    create or replace function ${sql.id(`note_figures_of_${name}`)}() returns trigger language plpgsql as $$
    begin
      insert into figure_notes (object, organization_id, day, program_id, kind, status, partner_id, n, kop, reward_kop)
      select * from (select ${sql.raw(select)} group by 1, 2, 3, 4, 5, 6, 7) f
      where n <> 0 or kop <> 0 or reward_kop <> 0;
      if found then insert into figure_marks default values on conflict do nothing; end if;
      return null;
    end $$`.execute(db);

const sumOf = (status: string) => sql.raw(`coalesce(sum(kop) filter (where status = '${status}'), 0)`);

/** The figures of 0011, and the number of accruals that can be paid. */
async function countAvailable(db: Kysely<unknown>) {
  await sql`alter table partner_balances add column available bigint not null default 0`.execute(db);
  for (const [event, rows] of Object.entries(EVENTS)) {
    await sql`
      create or replace function ${sql.id(`count_accruals_${event}`)}() returns trigger language plpgsql as $$
      begin
        with changed as materialized (
          select c.organization_id, (c.created_at at time zone o.time_zone)::date as day, c.program_id, c.partner_id,
            c.kind, c.status, sum(c.n) as accruals, sum(c.n * c.amount_kop) as kop
          from ${sql.raw(rows)} join organizations o on o.id = c.organization_id group by 1, 2, 3, 4, 5, 6
        ),
        days as (
          insert into accrual_days as d
            (organization_id, day, program_id, partner_id, kind, status, accruals, amount_kop)
          select * from changed where accruals <> 0 or kop <> 0 order by 1, 2, 3, 4, 5, 6
          on conflict (organization_id, day, program_id, partner_id, kind, status)
          do update set accruals = d.accruals + excluded.accruals, amount_kop = d.amount_kop + excluded.amount_kop
        ),
        balances as (
          insert into partner_balances as b
            (organization_id, partner_id, hold_kop, review_kop, available_kop, reserved_kop, paid_kop, available)
          select organization_id, partner_id, ${sumOf('hold')}, ${sumOf('review')}, ${sumOf('available')},
            ${sumOf('reserved')}, ${sumOf('paid')}, coalesce(sum(accruals) filter (where status = 'available'), 0)
          from changed group by 1, 2 order by 1, 2
          on conflict (organization_id, partner_id) do update set
            hold_kop = b.hold_kop + excluded.hold_kop,
            review_kop = b.review_kop + excluded.review_kop,
            available_kop = b.available_kop + excluded.available_kop,
            reserved_kop = b.reserved_kop + excluded.reserved_kop,
            paid_kop = b.paid_kop + excluded.paid_kop,
            available = b.available + excluded.available
        )
        insert into program_spending as s (organization_id, program_id, spent_kop)
        select organization_id, program_id, sum(kop) from changed
        where program_id is not null and status <> 'canceled'
        group by 1, 2 having sum(kop) <> 0 order by 1, 2
        on conflict (organization_id, program_id) do update set spent_kop = s.spent_kop + excluded.spent_kop;
        return null;
      end $$`.execute(db);
  }
}

async function backfillFigures(db: Kysely<unknown>) {
  const kept = sql.raw(`
    select organization_id, day, partner_id, case when status <> 'duplicate' then leads else 0 end as leads,
      case when status = 'won' then leads else 0 end as won, 0 as rewards_kop, 0 as clicks from lead_days
    union all
    select organization_id, day, partner_id, 0, 0, case when status <> 'canceled' then amount_kop else 0 end, 0 from accrual_days
    union all
    select c.organization_id, c.day, l.partner_id, 0, 0, 0, c.clicks
    from click_days c join links l on l.organization_id = c.organization_id and l.id = c.link_id`);
  await spansStatement(kept).execute(db);
  await sql`
    insert into partner_rewards (organization_id, partner_id, program_id, status, reward_kop)
    select l.organization_id, l.partner_id, l.program_id, l.status, sum(c.target_kop)
    from claims c join leads l on l.organization_id = c.organization_id and l.id = c.lead_id
    where l.partner_id is not null group by 1, 2, 3, 4`.execute(db);
  await sql`
    update partner_balances b set available = a.available
    from (select organization_id, partner_id, count(*) as available from accruals where status = 'available' group by 1, 2) a
    where a.organization_id = b.organization_id and a.partner_id = b.partner_id`.execute(db);
}

export const partnerFigures: Migration = { up };
