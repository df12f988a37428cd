import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Maximum amount of one row, in kopecks: `MAX_KOP` of the contract. */
const MAX_KOP = 10_000_000_000_000;

/**
 * Maximum total of an organization or a partner, in kopecks (80 trillion rubles). JavaScript integers are exact up to 2^53; the difference
 * is a reserve for concurrent transactions.
 */
const MAX_TOTAL_KOP = 8_000_000_000_000_000;

/**
 * Maximum total of the deals and rewards of an organization, in kopecks. `bigint` allows nine times as much; rounding does not matter for
 * these figures.
 */
const MAX_DEALS_KOP = 1_000_000_000_000_000_000n;

/** Bounds on the contents of bank statements and on totals of money. */
async function up(db: Kysely<unknown>) {
  await boundBankDocuments(db);
  await boundTotals(db);
}

/** Stored documents outside the bounds are counted as unreadable, as in a new upload. Long texts are truncated. */
async function boundBankDocuments(db: Kysely<unknown>) {
  await sql`
    with removed as (
      delete from bank_documents
      where state <> 'applied' and (amount_kop > ${sql.lit(MAX_KOP)} or day not between '2000-01-01' and '2200-01-01')
      returning organization_id, statement_id)
    update bank_statements s set unreadable = s.unreadable + r.documents
    from (select organization_id, statement_id, count(*)::int as documents from removed group by 1, 2) r
    where r.organization_id = s.organization_id and r.statement_id = s.id`.execute(db);
  await sql`
    update bank_documents set number = left(number, 50), payee = left(payee, 300), purpose = left(purpose, 1000),
      payee_account = left(payee_account, 34), payee_inn = left(payee_inn, 12)
    where greatest(char_length(number) - 50, char_length(payee) - 300, char_length(purpose) - 1000,
      char_length(payee_account) - 34, char_length(payee_inn) - 12) > 0`.execute(db);
  await sql`
    update bank_statements set accounts = accounts[1:100],
      day_from = case when day_from between '2000-01-01' and '2200-01-01' then day_from end,
      day_to = case when day_to between '2000-01-01' and '2200-01-01' then day_to end`.execute(db);
  await sql`
    alter table bank_documents
      add check (amount_kop <= ${sql.lit(MAX_KOP)}),
      add check (char_length(number) <= 50 and char_length(payee) <= 300 and char_length(purpose) <= 1000
        and char_length(payee_account) <= 34 and char_length(payee_inn) <= 12)`.execute(db);
}

type Total = {
  /** Size of a row as an expression over `r`. */
  size: string;
  /** Condition that selects the rows `r` of the total for a row `new`. */
  rows: string;
  /** Condition for running the check; undefined for all rows. */
  when?: string;
  max: number | bigint;
};

/** Bounded totals, by table. */
const TOTALS: Readonly<Record<string, Total>> = {
  organization_lead_days: {
    size: 'r.deal_kop + r.reward_kop',
    rows: 'r.organization_id = new.organization_id and r.day is null',
    when: 'new.day is null',
    max: MAX_DEALS_KOP,
  },
  organization_accrual_days: {
    size: 'abs(r.amount_kop)',
    rows: 'r.organization_id = new.organization_id and r.day is null',
    when: 'new.day is null',
    max: MAX_TOTAL_KOP,
  },
  partner_balances: {
    size: 'abs(r.hold_kop) + abs(r.review_kop) + abs(r.available_kop) + abs(r.reserved_kop) + abs(r.paid_kop)',
    rows: 'r.organization_id = new.organization_id and r.partner_id = new.partner_id',
    max: MAX_TOTAL_KOP,
  },
};

const sizeOf = (row: 'new' | 'old', { size }: Total) => sql.raw(size.replaceAll('r.', `${row}.`));

/**
 * Every change of money changes the figures of 0032 and 0034, so totals are checked there. A total that already exceeds the bound may
 * decrease.
 */
async function boundTotals(db: Kysely<unknown>) {
  for (const [table, total] of Object.entries(TOTALS)) {
    const name = `bound_${table}`;
    await sql`
      create function ${sql.id(name)}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and ${sizeOf('new', total)} <= ${sizeOf('old', total)} then return null; end if;
        if (select sum(${sql.raw(total.size)}) from ${sql.table(table)} r where ${sql.raw(total.rows)}) > ${sql.lit(total.max)} then
          raise exception 'a total of money is too large' using errcode = 'check_violation', constraint = 'total_kop';
        end if;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${sql.id(name)} after insert or update on ${sql.table(table)}
      for each row when (${sql.raw(total.when ?? 'true')}) execute function ${sql.id(name)}()`.execute(db);
  }
}

export const bounds: Migration = { up };
