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

async function up(db: Kysely<unknown>) {
  await sql`
    alter table partners
    add column min_payout_kop bigint check (min_payout_kop between 0 and 10000000000000)`.execute(db);
  await sql`
    create table payout_methods (
      organization_id uuid not null,
      id uuid not null,
      partner_id uuid not null,
      kind text not null check (kind in ('sbp', 'card', 'bank_account')),
      bank text not null check (char_length(bank) between 1 and 100),
      phone text not null check (phone ~ case when kind = 'sbp' then '^\\+79[0-9]{9}$' else '^$' end),
      last4 text not null check (last4 ~ case when kind = 'card' then '^[0-9]{4}$' else '^$' end),
      token text not null check (kind = 'card' or token = ''),
      bik text not null check (bik ~ case when kind = 'bank_account' then '^[0-9]{9}$' else '^$' end),
      account text not null check (account ~ case when kind = 'bank_account' then '^[0-9]{20}$' else '^$' end),
      default_since timestamptz,
      created_at timestamptz not null,
      archived_at timestamptz,
      primary key (organization_id, id),
      foreign key (organization_id, partner_id) references partners,
      check (default_since is null or archived_at is null)
    )`.execute(db);
  await sql`
    create unique index payout_methods_default on payout_methods (organization_id, partner_id)
    where default_since is not null`.execute(db);
  await sql`create index payout_methods_partner on payout_methods (organization_id, partner_id)`.execute(db);

  await createPayments(db);
  await createAccruals(db);
  await guardMoney(db);
  await sql`
    create table idempotency_keys (
      organization_id uuid not null references organizations,
      key text not null check (char_length(key) between 1 and 200),
      request_sha256 text not null,
      answer jsonb,
      created_at timestamptz not null,
      primary key (organization_id, key)
    )`.execute(db);
}

async function createPayments(db: Kysely<unknown>) {
  await sql`
    create table payments (
      organization_id uuid not null references organizations,
      id uuid not null,
      number integer not null check (number > 0),
      version integer not null default 1 check (version > 0),
      partner_id uuid not null,
      status text not null
        check (status in ('requested', 'draft', 'approved', 'processing', 'paid', 'failed', 'canceled')),
      amount_kop bigint not null check (amount_kop > 0),
      purpose text not null check (char_length(purpose) between 1 and 210),
      method jsonb,
      requested boolean not null,
      created_by uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      approved_at timestamptz,
      paid_at timestamptz,
      paid_on date,
      external_ref text not null default '' check (char_length(external_ref) <= 100),
      failure_reason text not null default '',
      cancel_reason text not null default '',
      primary key (organization_id, id),
      unique (organization_id, number),
      unique (organization_id, id, partner_id),
      foreign key (organization_id, partner_id) references partners,
      check (status not in ('approved', 'processing', 'paid', 'failed')
        or (method is not null and approved_at is not null)),
      check ((status = 'paid') = (paid_at is not null)),
      check ((paid_at is not null) = (paid_on is not null and external_ref <> ''))
    )`.execute(db);
  await sql`create index payments_created on payments (organization_id, created_at, id)`.execute(db);
  await sql`create index payments_partner on payments (organization_id, partner_id, created_at, id)`.execute(
    db,
  );
  await sql`create index payments_status on payments (organization_id, status, created_at, id)`.execute(db);
}

async function createAccruals(db: Kysely<unknown>) {
  await sql`
    create table accruals (
      organization_id uuid not null references organizations,
      id uuid not null,
      number integer not null check (number > 0),
      partner_id uuid not null,
      program_id uuid,
      lead_id uuid,
      reward_id uuid,
      kind text not null check (kind in ('reward', 'bonus', 'correction', 'reversal')),
      amount_kop bigint not null check (amount_kop <> 0),
      explanation text not null check (explanation <> ''),
      comment text not null default '',
      status text not null check (status in ('hold', 'review', 'available', 'reserved', 'paid', 'canceled')),
      review_reason text check (review_reason in ('self_referral', 'budget', 'partner_inactive', 'manual')),
      hold_until timestamptz,
      payment_id uuid,
      created_by uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      canceled_at timestamptz,
      primary key (organization_id, id),
      unique (organization_id, number),
      unique (organization_id, id, lead_id),
      foreign key (organization_id, partner_id) references partners,
      foreign key (organization_id, program_id) references programs,
      foreign key (organization_id, lead_id) references leads,
      foreign key (organization_id, reward_id, lead_id) references accruals (organization_id, id, lead_id),
      foreign key (organization_id, payment_id, partner_id) references payments (organization_id, id, partner_id),
      check (amount_kop > 0 or kind in ('correction', 'reversal')),
      check (kind <> 'reversal' or amount_kop < 0),
      check ((payment_id is not null) = (status in ('reserved', 'paid'))),
      check ((status = 'canceled') = (canceled_at is not null)),
      check ((status = 'review') = (review_reason is not null)),
      check (status <> 'hold' or hold_until is not null),
      check (kind <> 'reward' or (lead_id is not null and program_id is not null and reward_id is null)),
      check (reward_id is null or kind in ('correction', 'reversal'))
    )`.execute(db);
  await sql`create index accruals_created on accruals (organization_id, created_at, id)`.execute(db);
  await sql`create index accruals_partner on accruals (organization_id, partner_id, created_at, id)`.execute(
    db,
  );
  await sql`create index accruals_lead on accruals (organization_id, lead_id) where lead_id is not null`.execute(
    db,
  );
  await sql`
    create index accruals_payment on accruals (organization_id, payment_id)
    where payment_id is not null`.execute(db);
  await sql`create index accruals_hold on accruals (hold_until) where status = 'hold'`.execute(db);
  await sql`
    create index accruals_open on accruals (organization_id, partner_id, status)
    where status in ('hold', 'review', 'available')`.execute(db);

  // The current reward of a lead. A single column, so that a lead cannot have two rewards.
  await sql`
    alter table leads add column reward_id uuid,
    add foreign key (organization_id, reward_id, id) references accruals (organization_id, id, lead_id)`.execute(
    db,
  );
  await sql`
    create index leads_rewarded on leads (organization_id, partner_id, program_id)
    where reward_id is not null`.execute(db);
}

/** Triggers that refuse invalid changes of money by any statement. */
async function guardMoney(db: Kysely<unknown>) {
  await sql`
    create function only_moves() returns trigger language plpgsql as $$
    begin
      if old.status <> new.status and not (old.status || '>' || new.status) = any(tg_argv) then
        raise exception '%: % cannot become %', tg_table_name, old.status, new.status
          using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create function keep_money() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or old.status in ('paid', 'canceled') then
        raise exception '% in its last state', tg_table_name using errcode = 'restrict_violation';
      end if;
      if new.partner_id <> old.partner_id or new.number <> old.number
        or (new.amount_kop <> old.amount_kop
          and (tg_table_name = 'accruals' or old.status not in ('requested', 'draft'))) then
        raise exception 'the sum of % is settled', tg_table_name using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create function payment_adds_up() returns trigger language plpgsql as $$
    declare touched uuid[];
    begin
      if tg_table_name = 'payments' then touched := array[new.id];
      elsif tg_op = 'INSERT' then touched := array[new.payment_id];
      else touched := array[old.payment_id, new.payment_id];
      end if;
      if exists (
        select from payments p
        left join lateral (
          select coalesce(sum(a.amount_kop), 0) as total, count(*) as held, count(*) filter (where a.status = 'paid') as paid
          from accruals a where a.organization_id = p.organization_id and a.payment_id = p.id
        ) a on true
        where p.organization_id = new.organization_id and p.id = any(touched)
          and case p.status
            when 'canceled' then a.held > 0
            when 'paid' then a.total <> p.amount_kop or a.paid <> a.held
            else a.total <> p.amount_kop or a.paid > 0
          end
      ) then
        raise exception 'a payment does not add up' using errcode = 'restrict_violation';
      end if;
      return null;
    end $$`.execute(db);
  for (const [table, moves] of [
    ['accruals', ACCRUAL_MOVES],
    ['payments', PAYMENT_MOVES],
  ] as const) {
    await sql`
      create trigger ${sql.id(`${table}_moves`)} before update on ${sql.table(table)}
      for each row execute function only_moves(${sql.join(moves.map((move) => sql.lit(move)))})`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_kept`)} before update or delete on ${sql.table(table)}
      for each row execute function keep_money()`.execute(db);
  }
  await sql`
    create constraint trigger payments_add_up after insert or update on payments
    deferrable initially deferred for each row execute function payment_adds_up()`.execute(db);
  await sql`
    create constraint trigger accruals_add_up after insert or update on accruals
    deferrable initially deferred for each row execute function payment_adds_up()`.execute(db);
}

export const money: Migration = { up };
