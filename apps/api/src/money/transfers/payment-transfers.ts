import type { Transfer } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Actor, formatActor } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';

type Row = Omit<Transfer, 'entered_at' | 'entered_by'> & Actor & { entered_at: Date };

/** Returns the transfers of a payment, oldest first. */
export async function transfersOfPayment(
  db: Db,
  organizationId: string,
  paymentId: string,
): Promise<Transfer[]> {
  const { rows } = await sql<Row>`
    select transfer.id, transfer.kind, transfer.source, transfer.value_date::text as value_date,
      case transfer.source when 'statement' then 'ПП ' || transfer.document_number else transfer.document_number end as document_number,
      matched.amount_kop, transfer.reason, transfer.entered_at,
      author.last_name, author.first_name, author.father_name, author.phone,
      coalesce(confirming.documents, '[]') as confirmed,
      transfer.notes || array(
        select note.words
        from transfer_matches tie
        join transfers document on document.organization_id = tie.organization_id and document.id = tie.transfer_id
        cross join lateral unnest(document.notes) with ordinality note (words, place)
        where tie.organization_id = transfer.organization_id and tie.confirmed_id = transfer.id
        order by document.entered_at, document.id, note.place
      ) as notes
    from transfer_matches matched
    join transfers transfer on transfer.organization_id = matched.organization_id and transfer.id = matched.transfer_id
    left join users author on author.id = transfer.entered_by
    cross join lateral (
      select json_agg(json_build_object('document_number', 'ПП ' || document.document_number, 'value_date', document.value_date::text,
        'amount_kop', tie.amount_kop) order by document.entered_at, document.id) as documents
      from transfer_matches tie
      join transfers document on document.organization_id = tie.organization_id and document.id = tie.transfer_id
      where tie.organization_id = transfer.organization_id and tie.confirmed_id = transfer.id
    ) confirming
    where matched.organization_id = ${organizationId} and matched.payment_id = ${paymentId}
    order by transfer.entered_at, transfer.id`.execute(db);
  return rows.map(({ last_name, first_name, father_name, phone, entered_at, ...transfer }) => ({
    ...transfer,
    entered_at: entered_at.toISOString(),
    entered_by: formatActor({ last_name, first_name, father_name, phone }),
  }));
}

type Noted = { id: string; payment_id: string; number: number; notes: string[] };

/** SQL: the payment of each transfer: its own, or that of the manual mark that it confirms. */
const withPayment = sql`
  transfer_matches matched
  join transfers transfer on transfer.organization_id = matched.organization_id and transfer.id = matched.transfer_id
  left join transfer_matches mark on mark.organization_id = matched.organization_id and mark.transfer_id = matched.confirmed_id
  join payments payment on payment.organization_id = matched.organization_id
    and payment.id = coalesce(matched.payment_id, mark.payment_id)`;

/** Returns the transfers that conflict with their payments and whose task is not dismissed, oldest first. */
export async function notedTransfers(db: Db, organizationId: string, most: number): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    select transfer.id, min(payment.id::text)::uuid as payment_id, min(payment.number) as number, transfer.notes
    from ${withPayment}
    where transfer.organization_id = ${organizationId} and transfer.notes <> '{}' and not exists (
      select from dismissed_tasks dismissed
      where dismissed.organization_id = transfer.organization_id and dismissed.key = 'transfer_note:' || transfer.id)
    group by transfer.id, transfer.notes, transfer.entered_at
    order by transfer.entered_at, transfer.id limit ${most}`.execute(db);
  return rows;
}

/** Returns the id of the payment that a transfer belongs to. */
export async function paymentOfTransfer(db: Db, organizationId: string, transferId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select payment.id from ${withPayment}
    where transfer.organization_id = ${organizationId} and transfer.id = ${transferId}
    order by payment.number limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a transfer has no payment');
  return row.id;
}
