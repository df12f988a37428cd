import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { createPaidMarkProblems, createPayoutProblems } from './payout-problems.ts';
import { createCommission } from './problems/commission.ts';
import { FIGURE_PROBLEMS, MOVE_PROBLEMS } from './problems/figures.ts';
import { LEAD_CLAIM_PROBLEMS, REWARD_PROBLEMS } from './problems/leads.ts';
import { PERIOD_PROBLEMS, SALE_PROBLEMS } from './problems/sales.ts';

export type Scope = { organizationId: string; partners: readonly string[] };

/** Creates the functions below in a database. Their plans are cached: they run a thousand times. */
export async function createMoneyProblems(db: Db) {
  await createCommission(db);
  await createLedgerProblems(db);
  await createPayoutProblems(db);
  await createPaidMarkProblems(db);
}

/** Queries over the rows `a`, `p` and `l` of the partners (accruals, payments, leads) and the spending of their programs. */
const PROBLEMS = [
  REWARD_PROBLEMS,
  LEAD_CLAIM_PROBLEMS,
  SALE_PROBLEMS,
  PERIOD_PROBLEMS,
  FIGURE_PROBLEMS,
  MOVE_PROBLEMS,
];

const createLedgerProblems = (db: Db) =>
  sql`
  create or replace function money_problems(organization uuid, partners uuid[]) returns setof text language plpgsql as $$
  #variable_conflict use_column
  begin return query
  with
  a as materialized (
    select * from accruals where organization_id = money_problems.organization and partner_id = any(money_problems.partners)),
  p as materialized (
    select * from payments where organization_id = money_problems.organization and partner_id = any(money_problems.partners)),
  l as materialized (
    select * from leads where organization_id = money_problems.organization and partner_id = any(money_problems.partners)),
  spent as (
    select program_id, sum(amount_kop) as kop from accruals
    where organization_id = money_problems.organization and status <> 'canceled'
      and program_id in (select program_id from a)
    group by 1)
  ${sql.join(
    PROBLEMS,
    sql`
  union all`,
  )}; end $$`.execute(db);

/**
 * Returns one line for every violated invariant of the money of these partners and of their programs, and for every figure that
 * differs from its rows. Reads the tables directly.
 */
export async function findMoneyProblems(db: Db, { organizationId, partners }: Scope): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select money_problems(${organizationId}, ${partners}) as problem
    union all
    select payout_problems(${organizationId}, ${partners}) as problem`.execute(db);
  return rows.map(({ problem }) => problem);
}

/**
 * Returns the problems, and all columns of paid payments as text, by id: they must never change. One query, because it runs after
 * every step of a hundred thousand histories.
 */
export async function readMoneyState(db: Db, { organizationId, partners }: Scope) {
  const { rows } = await sql<{ id: string | null; problem: string }>`
    select null::uuid as id, problem from money_problems(${organizationId}::uuid, ${partners}::uuid[]) problem
    union all
    select null::uuid as id, problem from payout_problems(${organizationId}::uuid, ${partners}::uuid[]) problem
    union all
    select null::uuid as id, problem from manual_problems(${organizationId}::uuid, ${partners}::uuid[]) problem
    union all
    select p.id, p::text || coalesce((
      select string_agg(a::text, ' ' order by a.id) from accruals a
      where a.organization_id = p.organization_id and a.payment_id = p.id), '') as problem
    from payments p
    where p.organization_id = ${organizationId} and p.partner_id = any(${partners}::uuid[]) and p.status = 'paid'`.execute(
    db,
  );
  return {
    problems: rows.filter(({ id }) => id === null).map(({ problem }) => problem),
    paid: rows.flatMap(({ id, problem }) => (id === null ? [] : [{ id, problem }])),
  };
}
