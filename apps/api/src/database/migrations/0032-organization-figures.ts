import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { noteChanges } from './0032-figure-notes.ts';

/**
 * Figures of a whole organization, by day and over all days (`day` is null). The daily figures of 0007 have rows for each partner; with
 * thousands of partners they are almost as long as the tables that they summarize.
 *
 * All transactions of an organization update the same few rows. Therefore statements only record their changes, and the records of a
 * transaction are added at its commit, always in the same order. No transaction locks one of these rows while it waits for another lock.
 */
async function up(db: Kysely<unknown>) {
  await createFigures(db);
  await createNotes(db);
  await noteChanges(db);
  await backfillFigures(db);
  await indexLists(db);
}

async function createFigures(db: Kysely<unknown>) {
  await sql`
    create table organization_lead_days (
      organization_id uuid not null references organizations,
      day date,
      program_id uuid not null,
      source text not null,
      status text not null,
      leads bigint not null,
      deal_kop bigint not null,
      reward_kop bigint not null,
      constraint organization_lead_days_key unique nulls not distinct (organization_id, day, program_id, source, status)
    )`.execute(db);
  await sql`
    create table organization_accrual_days (
      organization_id uuid not null references organizations,
      day date,
      program_id uuid,
      kind text not null,
      status text not null,
      accruals bigint not null,
      amount_kop bigint not null,
      constraint organization_accrual_days_key unique nulls not distinct (organization_id, day, program_id, kind, status)
    )`.execute(db);
  await sql`
    create table organization_click_days (
      organization_id uuid not null references organizations,
      day date,
      program_id uuid not null,
      clicks bigint not null,
      unique_clicks bigint not null,
      constraint organization_click_days_key unique nulls not distinct (organization_id, day, program_id)
    )`.execute(db);
  await sql`
    create table payment_totals (
      organization_id uuid not null references organizations,
      status text not null,
      payments bigint not null,
      amount_kop bigint not null,
      primary key (organization_id, status)
    )`.execute(db);
}

type Figures = {
  table: string;
  object: string;
  /** Columns of the figures, and expressions over a record `n` for them. `at.day` is the day of the record, and then null for all days. */
  keys: Record<string, string>;
  sums: Record<string, string>;
};

const BY_DAY = { organization_id: 'n.organization_id', day: 'at.day', program_id: 'n.program_id' };
const FIGURES: readonly Figures[] = [
  {
    table: 'organization_lead_days',
    object: 'lead',
    keys: { ...BY_DAY, source: 'n.kind', status: 'n.status' },
    sums: { leads: 'n.n', deal_kop: 'n.kop', reward_kop: 'n.reward_kop' },
  },
  {
    table: 'organization_accrual_days',
    object: 'accrual',
    keys: { ...BY_DAY, kind: 'n.kind', status: 'n.status' },
    sums: { accruals: 'n.n', amount_kop: 'n.kop' },
  },
  {
    table: 'organization_click_days',
    object: 'click',
    keys: BY_DAY,
    sums: { clicks: 'n.n', unique_clicks: 'n.kop' },
  },
  {
    table: 'payment_totals',
    object: 'payment',
    keys: { organization_id: 'n.organization_id', status: 'n.status' },
    sums: { payments: 'n.n', amount_kop: 'n.kop' },
  },
];

/** Statement that adds the records of a transaction to a table of figures. */
function figuresStatement({ table, object, keys, sums }: Figures): string {
  const days = 'day' in keys ? 'cross join lateral (values (n.day), (null)) as at (day)' : '';
  const [of, places] = [Object.values(keys), Object.keys(keys).map((_, index) => index + 1)];
  const added = Object.values(sums).map((column) => `sum(${column})`);
  return `
    insert into ${table} as f (${[...Object.keys(keys), ...Object.keys(sums)].join()})
    select ${[...of, ...added].join()} from figure_notes n ${days}
    where n.tx = new.tx and n.object = '${object}'
    group by ${places.join()} having ${added.map((sum) => `${sum} <> 0`).join(' or ')} order by ${places.join()}
    on conflict (${Object.keys(keys).join()}) do update
    set ${Object.keys(sums).map((column) => `${column} = f.${column} + excluded.${column}`)}`;
}

/**
 * Changes that a transaction has not yet added to the figures, and one mark for each transaction with changes. Both tables are empty
 * between transactions.
 */
async function createNotes(db: Kysely<unknown>) {
  await sql`
    create unlogged table figure_notes (
      tx xid8 not null default pg_current_xact_id(),
      object text not null,
      organization_id uuid not null,
      day date,
      program_id uuid,
      kind text not null default '',
      status text not null default '',
      n bigint not null,
      kop bigint not null,
      reward_kop bigint not null default 0
    )`.execute(db);
  await sql`create index figure_notes_tx on figure_notes (tx)`.execute(db);
  await sql`create unlogged table figure_marks (tx xid8 primary key default pg_current_xact_id())`.execute(
    db,
  );
  // Rows deleted by other transactions remain in the table until a vacuum, but the planner treats it as empty; a sequential scan would read
  // all of them.
  await sql`
    create function add_figures() returns trigger language plpgsql set enable_seqscan = off as $$
    begin
      ${sql.raw(FIGURES.map(figuresStatement).join(';\n'))};
      delete from figure_notes where tx = new.tx;
      delete from figure_marks where tx = new.tx;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger figures_added after insert on figure_marks
    deferrable initially deferred for each row execute function add_figures()`.execute(db);
}

async function backfillFigures(db: Kysely<unknown>) {
  await sql`
    insert into organization_lead_days (organization_id, day, program_id, source, status, leads, deal_kop, reward_kop)
    select l.organization_id, at.day, l.program_id, l.source, l.status, sum(l.leads), sum(l.deal_kop), sum(l.reward_kop)
    from (
      select organization_id, day, program_id, source, status, leads, deal_kop, 0 as reward_kop from lead_days
      union all
      select l.organization_id, (l.created_at at time zone o.time_zone)::date, l.program_id, l.source, l.status, 0, 0, c.target_kop
      from claims c join leads l on l.organization_id = c.organization_id and l.id = c.lead_id
      join organizations o on o.id = c.organization_id
    ) l cross join lateral (values (l.day), (null)) as at (day)
    group by 1, 2, 3, 4, 5`.execute(db);
  await sql`
    insert into organization_accrual_days (organization_id, day, program_id, kind, status, accruals, amount_kop)
    select a.organization_id, at.day, a.program_id, a.kind, a.status, sum(a.accruals), sum(a.amount_kop)
    from accrual_days a cross join lateral (values (a.day), (null)) as at (day)
    group by 1, 2, 3, 4, 5`.execute(db);
  await sql`
    insert into organization_click_days (organization_id, day, program_id, clicks, unique_clicks)
    select c.organization_id, at.day, l.program_id, sum(c.clicks), sum(c.unique_clicks)
    from click_days c join links l on l.organization_id = c.organization_id and l.id = c.link_id
    cross join lateral (values (c.day), (null)) as at (day)
    group by 1, 2, 3`.execute(db);
  await sql`
    insert into payment_totals (organization_id, status, payments, amount_kop)
    select organization_id, status, count(*), sum(amount_kop) from payments group by 1, 2`.execute(db);
}

/** Indexes for the orders and filters of lists of a whole organization, and for its next hold to end. */
async function indexLists(db: Kysely<unknown>) {
  for (const index of [
    'leads_source on leads (organization_id, source, created_at, id)',
    'leads_reason on leads (organization_id, reason_code, created_at, id) where reason_code is not null',
    'accruals_amount on accruals (organization_id, amount_kop, id)',
    "accruals_status on accruals (organization_id, status, created_at, id) where status <> 'paid'",
    "accruals_other on accruals (organization_id, kind, created_at, id) where kind <> 'reward'",
    "accruals_next_hold on accruals (organization_id, hold_until) where status = 'hold'",
    'payments_updated on payments (organization_id, updated_at, id)',
    'payments_amount on payments (organization_id, amount_kop, id)',
    'payments_paid on payments (organization_id, paid_on) where paid_on is not null',
  ]) {
    await sql`create index ${sql.raw(index)}`.execute(db);
  }
  await sql`
    do $$ begin
      if exists (select from pg_extension where extname = 'pg_trgm') then
        create index accruals_search on accruals using gin (('н-' || number::text) gin_trgm_ops);
        create index payments_search on payments using gin (('в-' || number::text) gin_trgm_ops);
      end if;
    end $$`.execute(db);
}

export const organizationFigures: Migration = { up };
