import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const ACCRUAL_MOVES = [
  ...['hold>available', 'hold>review', 'hold>canceled', 'review>hold', 'review>available', 'review>canceled'],
  ...['available>reserved', 'available>review', 'available>canceled', 'reserved>paid', 'reserved>available'],
];
const PAYMENT_MOVES = [
  ...['requested>draft', 'requested>canceled', 'draft>approved', 'draft>canceled', 'approved>processing'],
  ...['approved>paid', 'approved>canceled', 'processing>paid', 'processing>failed', 'failed>approved'],
  'failed>canceled',
];

/**
 * Sums of payments are checked once per transaction, for any number of accruals and statements. Statements record the payments they change;
 * at commit each of them is checked and its record is deleted. Replaces checks for every row, each of which summed a whole payment.
 */
async function up(db: Kysely<unknown>) {
  await sql`drop trigger payments_add_up on payments`.execute(db);
  await sql`drop trigger accruals_add_up on accruals`.execute(db);
  // Empty between transactions. Each record contains its transaction id, so that a remaining record cannot affect another transaction.
  await sql`
    create table payment_checks (
      organization_id uuid not null,
      payment_id uuid not null,
      tx xid8 not null default pg_current_xact_id(),
      primary key (organization_id, payment_id, tx)
    )`.execute(db);
  // A payment gets its number and purpose last, after its accruals are reserved, because the counter is locked until the commit.
  await sql`
    alter table payments alter column number drop not null, alter column purpose drop not null`.execute(db);
  await addUpAtCommit(db);
  await recordChangedPayments(db);
  await refuseByCondition(db);
  await countInOnePass(db);
}

async function addUpAtCommit(db: Kysely<unknown>) {
  await sql`
    create or replace function payment_adds_up() returns trigger language plpgsql as $$
    begin
      if exists (
        select from payments p
        left join lateral (
          select coalesce(sum(a.amount_kop), 0) as total, count(*) as held, count(*) filter (where a.status = 'paid') as paid
          from accruals a where a.organization_id = p.organization_id and a.payment_id = p.id
        ) a on true
        where p.organization_id = new.organization_id and p.id = new.payment_id
          and case p.status
            when 'canceled' then a.held > 0
            when 'paid' then a.total <> p.amount_kop or a.paid <> a.held
            else a.total <> p.amount_kop or a.paid > 0
          end
      ) then
        raise exception 'a payment does not add up' using errcode = 'restrict_violation';
      end if;
      if exists (
        select from payments p where p.organization_id = new.organization_id and p.id = new.payment_id
          and (p.number is null or p.purpose is null)
      ) then
        raise exception 'a payment has no number or no purpose' using errcode = 'restrict_violation';
      end if;
      delete from payment_checks c
      where c.organization_id = new.organization_id and c.payment_id = new.payment_id and c.tx = new.tx;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger payment_checks_done after insert on payment_checks
    deferrable initially deferred for each row execute function payment_adds_up()`.execute(db);
}

/** Records the payments that a statement changes. Transition tables require a trigger and a function for each event. */
async function recordChangedPayments(db: Kysely<unknown>) {
  for (const [table, id] of [
    ['accruals', 'payment_id'],
    ['payments', 'id'],
  ] as const) {
    const changedPayments = (rows: string) =>
      sql.raw(`select organization_id, ${id} as payment_id from ${rows}`);
    for (const [event, rows, tables] of [
      ['insert', changedPayments('new_rows'), sql`new table as new_rows`],
      [
        'update',
        sql`${changedPayments('new_rows')} union all ${changedPayments('old_rows')}`,
        sql`old table as old_rows new table as new_rows`,
      ],
    ] as const) {
      const name = sql.id(`note_${table}_${event}`);
      await sql`
        create function ${name}() returns trigger language plpgsql as $$
        begin
          insert into payment_checks (organization_id, payment_id)
          select distinct t.organization_id, t.payment_id from (${rows}) t where t.payment_id is not null
          on conflict do nothing;
          return null;
        end $$`.execute(db);
      await sql`
        create trigger ${sql.id(`${table}_noted_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
        referencing ${tables} for each statement execute function ${name}()`.execute(db);
    }
  }
}

/** The row checks of 0006 as trigger conditions, so that a permitted change calls no function. */
async function refuseByCondition(db: Kysely<unknown>) {
  await sql`
    create or replace function only_moves() returns trigger language plpgsql as $$
    begin
      raise exception '%: % cannot become %', tg_table_name, old.status, new.status
        using errcode = 'restrict_violation';
    end $$`.execute(db);
  for (const [table, moves, isSettled] of [
    ['accruals', ACCRUAL_MOVES, sql`true`],
    ['payments', PAYMENT_MOVES, sql`old.status not in ('requested', 'draft')`],
  ] as const) {
    const known = sql.join(moves.map((move) => sql.lit(move)));
    await sql`drop trigger ${sql.id(`${table}_moves`)} on ${sql.table(table)}`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_moves`)} before update on ${sql.table(table)} for each row
      when (old.status <> new.status and old.status || '>' || new.status not in (${known}))
      execute function only_moves()`.execute(db);
    await sql`drop trigger ${sql.id(`${table}_kept`)} on ${sql.table(table)}`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_kept`)} before update on ${sql.table(table)} for each row
      when (old.status in ('paid', 'canceled') or new.partner_id <> old.partner_id or new.number <> old.number
        or (new.amount_kop <> old.amount_kop and ${isSettled}))
      execute function keep_money()`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_not_deleted`)} before delete on ${sql.table(table)}
      for each row execute function keep_money()`.execute(db);
  }
}

const sumOf = (status: string) => sql.raw(`coalesce(sum(kop) filter (where status = '${status}'), 0)`);

/** Computes the roll-ups that 0007 created in one pass over the rows. */
async function countInOnePass(db: Kysely<unknown>) {
  const insertedRows = 'select 1 as n, r.* from new_rows r';
  for (const [event, rows] of [
    ['insert', sql.raw(insertedRows)],
    ['update', sql.raw(`${insertedRows} union all select -1 as n, r.* from old_rows r`)],
  ] as const) {
    await sql`
      create or replace function ${sql.id(`count_accruals_${event}`)}() returns trigger language plpgsql as $$
      begin
        with changed as materialized (
          select c.organization_id, (c.created_at at time zone o.time_zone)::date as day, c.program_id, c.partner_id,
            c.kind, c.status, sum(c.n) as accruals, sum(c.n * c.amount_kop) as kop
          from (${rows}) c join organizations o on o.id = c.organization_id group by 1, 2, 3, 4, 5, 6
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
            (organization_id, partner_id, hold_kop, review_kop, available_kop, reserved_kop, paid_kop)
          select organization_id, partner_id, ${sumOf('hold')}, ${sumOf('review')}, ${sumOf('available')},
            ${sumOf('reserved')}, ${sumOf('paid')}
          from changed group by 1, 2 order by 1, 2
          on conflict (organization_id, partner_id) do update set
            hold_kop = b.hold_kop + excluded.hold_kop,
            review_kop = b.review_kop + excluded.review_kop,
            available_kop = b.available_kop + excluded.available_kop,
            reserved_kop = b.reserved_kop + excluded.reserved_kop,
            paid_kop = b.paid_kop + excluded.paid_kop
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

export const paymentSums: Migration = { up };
