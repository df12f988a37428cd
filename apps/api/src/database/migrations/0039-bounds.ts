import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Largest amount of one row, in kopecks: `MAX_KOP` of the contract. */
const MAX_KOP = 10_000_000_000_000;

/**
 * Largest total of an organization or a partner, in kopecks: 80 trillion roubles. JavaScript counts exactly up to 2^53; the rest is room for
 * transactions that add at the same time.
 */
const MAX_TOTAL_KOP = 8_000_000_000_000_000;

/** Largest total of an organization's deals and rewards. They are figures to look at; `bigint` ends at nine times as much. */
const MAX_DEALS_KOP = 1_000_000_000_000_000_000n;

/** Bounds of what bank statements store and of the totals of money. */
async function up(db: Kysely<unknown>) {
  await boundBankDocuments(db);
  await boundTotals(db);
}

/** Documents that cannot be read today count as unreadable, as they do in a new upload. Long texts are cut. */
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
  /** What a row counts, of the columns of `r`. */
  size: string;
  /** Rows `r` that are added up, for a row `new`. */
  rows: string;
  /** Rows that are compared; all when left out. */
  when?: string;
  max: number | bigint;
};

/** Totals that may not grow beyond a bound, by table. */
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
 * Every change of money adds to the figures of 0032 and 0034, so that totals are checked there. A total that is beyond the bound already
 * may become smaller.
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
