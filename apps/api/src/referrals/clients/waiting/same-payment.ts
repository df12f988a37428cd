import { SAME_PAYMENT_DAYS } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import type { Cause } from '../../../audit/index.ts';
import { clientNumber, saleNumber } from '../../../database/rules/numbers.ts';
import type { Db } from '../../../platform/db/db.ts';
import { salesRepo } from '../sales/sales.repo.ts';
import { closeWaitingSale, recordWaitingEvent, type WaitingRow } from './waiting.repo.ts';

/** Predicate: sale `s` is a deal with the amount of waiting sale `w`, paid at most three days before or after it. No other sale was merged with it. */
const isSamePayment = sql<SqlBool>`(
  s.lead_id is not null and s.canceled_at is null and s.amount_kop = w.amount_kop
  and s.paid_on between w.paid_on - ${sql.lit(SAME_PAYMENT_DAYS)} and w.paid_on + ${sql.lit(SAME_PAYMENT_DAYS)}
  and not exists (
    select from waiting_sales merged where merged.organization_id = s.organization_id and merged.sale_id = s.id))`;

/** Predicate: a client has a deal that may be the payment of waiting sale `w`. Entered without a question, it would count twice. */
export const hasDealLike = (clientId: string) => sql<SqlBool>`exists (
  select from sales s
  where s.organization_id = w.organization_id and s.client_id = ${clientId} and ${isSamePayment})`;

/** Returns the deal that may be the payment of a waiting sale: of a client, or of a lead, with a contact of the buyer. */
export async function findSamePayment(db: Db, { organization_id, id, ...buyer }: WaitingRow) {
  const { phone, email_key, inn, client_external_id } = buyer;
  const { rows } = await sql<{
    id: string;
    number: number;
    external_id: string | null;
    client_id: string;
    client_number: number;
    client_name: string;
    paid_on: string;
  }>`
    with buyer as (
      select id from clients
      where organization_id = ${organization_id} and (phone = ${phone} or external_id = ${client_external_id}
        or (email_key <> '' and email_key = nullif(${email_key}::text, ''))
        or (inn <> '' and inn = nullif(${inn}::text, '')))
      union
      select sold.client_id from leads l
      join sales sold on sold.organization_id = l.organization_id and sold.lead_id = l.id
      where l.organization_id = ${organization_id} and (l.phone = ${phone}
        or (l.email_key <> '' and l.email_key = nullif(${email_key}::text, ''))))
    select s.id, s.number, s.external_id, s.client_id, c.number as client_number, c.name as client_name, s.paid_on::text as paid_on
    from waiting_sales w
    cross join buyer
    join sales s on s.organization_id = w.organization_id and s.client_id = buyer.id
    join clients c on c.organization_id = s.organization_id and c.id = s.client_id
    where w.organization_id = ${organization_id} and w.id = ${id} and ${isSamePayment}
    order by abs(s.paid_on - w.paid_on), s.number
    limit 1`.execute(db);
  return rows[0];
}

type Deal = NonNullable<Awaited<ReturnType<typeof findSamePayment>>>;

/** Ends the waiting of a sale with the deal that it is. A deal without an external id gets that of the sale, so the payment cannot be entered again. */
export async function mergeWithDeal(trx: Db, row: WaitingRow, deal: Deal, cause: Cause) {
  const { organization_id, id, external_id } = row;
  const matched = { status: 'matched', client_id: deal.client_id, sale_id: deal.id } as const;
  await closeWaitingSale(trx, row, matched, cause.at);
  if (external_id !== null && deal.external_id === null)
    await salesRepo(trx, organization_id).update(deal.id, { external_id, updated_at: cause.at });
  const diff = { client_number: clientNumber(deal.client_number), sale_number: saleNumber(deal.number) };
  await recordWaitingEvent(trx, organization_id, id, 'merge', diff, cause);
}
