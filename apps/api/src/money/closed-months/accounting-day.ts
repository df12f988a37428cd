import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { monthInWords } from '../../platform/russian-format.ts';
import { formatIsoDay } from '../acts/months.ts';

const EVENTS = {
  sent: { bank: 'перевел деньги', effect: 'выплата учтена' },
  returned: { bank: 'вернул деньги', effect: 'возврат учтен' },
} as const;

/**
 * Returns the day on which a transfer or a return counts: its own, or the first open day when its month is closed. The closing of a month
 * waits for the transaction.
 *
 * @param day day of the bank as an ISO 8601 date.
 * @returns the note for the payment in Russian when the days differ.
 */
export async function findAccountingDay(
  trx: Db,
  organizationId: string,
  day: string,
  event: keyof typeof EVENTS = 'sent',
) {
  await sql`select from organizations where id = ${organizationId} for key share`.execute(trx);
  const { rows } = await sql<{ first_open_day: string }>`
    select (closed_through + 1)::text as first_open_day from closed_periods
    where organization_id = ${organizationId} and closed_through >= ${day}::date`.execute(trx);
  const first = rows[0]?.first_open_day;
  if (first === undefined) return { day };
  const { bank, effect } = EVENTS[event];
  const note = `Банк ${bank} ${formatIsoDay(day)}, месяц «${monthInWords(day.slice(0, 7))}» закрыт: ${effect} ${formatIsoDay(first)}.`;
  return { day: first, note };
}
