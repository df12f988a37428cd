import { sql } from 'kysely';
import type { Db } from '../../../src/platform/db/db.ts';
import { findMoneyProblems } from '../../setup/money-problems.ts';
import type { Company } from './company.ts';
import type { Entry, Journal } from './load.ts';

const count = async (db: Db, from: ReturnType<typeof sql>) =>
  (await sql<{ many: number }>`select count(*)::int as many from ${from}`.execute(db)).rows[0]?.many ?? 0;

/** Returns a FROM clause for the rows that an entry should have created. */
function rowsOf({ what, mark, ...entry }: Entry, organization: string) {
  const { id = null, amount = null } = entry as { id?: string | null; amount?: number | null };
  const ofPayment = (states: string[]) =>
    sql`payments where organization_id = ${organization} and id = ${id} and status = any(${states})`;
  const registryIn = (states: string[]) =>
    sql`registries where organization_id = ${organization} and id = ${mark} and status = any(${states})`;
  const [lead, to] = mark.split(' ');
  switch (what) {
    case 'lead':
      return sql`leads where organization_id = ${organization} and phone = ${mark} and id = coalesce(${id}, id)`;
    case 'move':
      return sql`lead_events where organization_id = ${organization} and lead_id = ${lead} and to_status = ${to}`;
    case 'bonus':
      return sql`accruals where organization_id = ${organization} and explanation = ${mark} and status <> 'canceled'`;
    case 'payment':
      return id === null
        ? sql`idempotency_keys where organization_id = ${organization} and key = ${mark}`
        : sql`payments where organization_id = ${organization} and id = ${id} and amount_kop = ${amount}`;
    case 'approve':
      return ofPayment(['approved', 'processing', 'paid']);
    case 'process':
      return ofPayment(['processing', 'paid']);
    case 'registry':
      return id === null
        ? sql`idempotency_keys where organization_id = ${organization} and key = ${mark}`
        : sql`registries where organization_id = ${organization} and id = ${id}`;
    case 'agreed':
      return registryIn(['approved', 'sent', 'closed']);
    case 'sent':
      return registryIn(['sent', 'closed']);
    case 'paid':
      return sql`payments where organization_id = ${organization} and external_ref = ${mark} and status = 'paid'`;
  }
}

/** Returns one line for each lost or repeated entry and each money problem. */
export async function lostAndDoubled(db: Db, company: Company, journal: Journal): Promise<string[]> {
  const { organizationId } = company;
  const problems: string[] = [];
  for (const entry of journal.entries) {
    const rowCount = await count(db, rowsOf(entry, organizationId));
    const isRight = entry.acknowledged ? rowCount === 1 : rowCount <= 1;
    if (!isRight)
      problems.push(
        `${entry.what} ${entry.mark}: ${rowCount} times, ${entry.acknowledged ? '' : 'not '}acknowledged`,
      );
  }
  const { rows } = await sql<{ reference: string; id: string }>`
    select id, external_ref as reference from payments where organization_id = ${organizationId} and status = 'paid'`.execute(
    db,
  );
  const marks = new Set(journal.entries.map(({ mark }) => mark));
  for (const { id, reference } of rows)
    if (!marks.has(reference)) problems.push(`payment ${id} is paid without a request`);
  const wrong = await findMoneyProblems(db, { organizationId, partners: company.partners });
  return [...problems, ...wrong];
}
