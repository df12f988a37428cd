import { type Kysely, sql } from 'kysely';

/** Triggers that record how statements change the figures of an organization. */
export async function noteChanges(db: Kysely<unknown>) {
  await noteLeads(db);
  await noteClaims(db);
  await noteAccruals(db);
  await noteVisits(db);
  await notePayments(db);
}

/** Rows that a statement added (+1) and removed (-1). */
const EVENTS = [
  ['insert', 'select 1 as n, r.* from new_rows r', 'new table as new_rows'],
  [
    'update',
    'select 1 as n, r.* from new_rows r union all select -1 as n, r.* from old_rows r',
    'old table as old_rows new table as new_rows',
  ],
] as const;

type Noted = {
  table: string;
  /** Columns of a record, and the query for them over `rows`, a subquery with the alias `c`. */
  columns: string;
  select: (rows: string, event: 'insert' | 'update') => string;
};

async function note(db: Kysely<unknown>, { table, columns, select }: Noted) {
  for (const [event, rows, transition] of EVENTS) {
    const name = sql.id(`note_figures_of_${table}_${event}`);
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        insert into figure_notes (${sql.raw(columns)}) ${sql.raw(select(`(${rows}) c`, event))};
        if found then insert into figure_marks default values on conflict do nothing; end if;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_figures_noted_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
      referencing ${sql.raw(transition)} for each statement execute function ${name}()`.execute(db);
  }
}

/** The reward of a lead moves with it from one status to the next. A new lead has no reward, because its claim is inserted later. */
const noteLeads = (db: Kysely<unknown>) =>
  note(db, {
    table: 'leads',
    columns: 'object, organization_id, day, program_id, kind, status, n, kop, reward_kop',
    select: (rows, event) => {
      const rewardSum = event === 'insert' ? '0' : 'coalesce(sum(c.n * m.target_kop), 0)';
      const claims =
        event === 'insert'
          ? ''
          : 'left join claims m on m.organization_id = c.organization_id and m.lead_id = c.id';
      return `
        select * from (
          select 'lead', c.organization_id, (c.created_at at time zone o.time_zone)::date, c.program_id, c.source, c.status,
            sum(c.n) as n, coalesce(sum(c.n * c.deal_amount_kop), 0) as kop, ${rewardSum} as reward_kop
          from ${rows} join organizations o on o.id = c.organization_id ${claims}
          group by 2, 3, 4, 5, 6) f
        where n <> 0 or kop <> 0 or reward_kop <> 0`;
    },
  });

/** A transaction that changes a claim has locked its lead. */
const noteClaims = (db: Kysely<unknown>) =>
  note(db, {
    table: 'claims',
    columns: 'object, organization_id, day, program_id, kind, status, n, kop, reward_kop',
    select: (rows) => `
      select 'lead', l.organization_id, (l.created_at at time zone o.time_zone)::date, l.program_id, l.source, l.status,
        0, 0, sum(c.n * c.target_kop)
      from ${rows} join leads l on l.organization_id = c.organization_id and l.id = c.lead_id
      join organizations o on o.id = c.organization_id
      group by 2, 3, 4, 5, 6 having sum(c.n * c.target_kop) <> 0`,
  });

const noteAccruals = (db: Kysely<unknown>) =>
  note(db, {
    table: 'accruals',
    columns: 'object, organization_id, day, program_id, kind, status, n, kop',
    select: (rows) => `
      select 'accrual', c.organization_id, (c.created_at at time zone o.time_zone)::date, c.program_id, c.kind, c.status,
        sum(c.n), sum(c.n * c.amount_kop)
      from ${rows} join organizations o on o.id = c.organization_id
      group by 2, 3, 4, 5, 6 having sum(c.n) <> 0 or sum(c.n * c.amount_kop) <> 0`,
  });

const noteVisits = (db: Kysely<unknown>) =>
  note(db, {
    table: 'click_days',
    columns: 'object, organization_id, day, program_id, n, kop',
    select: (rows) => `
      select 'click', c.organization_id, c.day, l.program_id, sum(c.n * c.clicks), sum(c.n * c.unique_clicks)
      from ${rows} join links l on l.organization_id = c.organization_id and l.id = c.link_id
      group by 2, 3, 4 having sum(c.n * c.clicks) <> 0 or sum(c.n * c.unique_clicks) <> 0`,
  });

const notePayments = (db: Kysely<unknown>) =>
  note(db, {
    table: 'payments',
    columns: 'object, organization_id, status, n, kop',
    select: (rows) => `
      select 'payment', c.organization_id, c.status, sum(c.n), sum(c.n * c.amount_kop)
      from ${rows} group by 2, 3 having sum(c.n) <> 0 or sum(c.n * c.amount_kop) <> 0`,
  });
