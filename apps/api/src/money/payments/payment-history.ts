import type {
  AttemptEvent,
  PaymentAttempt,
  PaymentItem,
  PaymentItemQuery,
  UnknownCause,
  UnknownField,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Actor, formatActor } from '../../audit/index.ts';
import { readsRequisites } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { readPage } from '../../platform/db/lists/page.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type SubjectRow, toSubject } from '../accruals/subject.ts';
import { findLines } from '../kept-files/kept-files.repo.ts';

type PaymentKey = { organizationId: string; id: string };

/** Columns of an attempt by the field that they are in the contract. Other columns are not part of it. */
const FIELDS: Readonly<Record<string, UnknownField>> = {
  accrual_ids: 'accruals',
  method: 'method',
  purpose: 'purpose',
  payee_kind: 'payee_kind',
  payee_inn: 'payee_inn',
  approved_by: 'approved_by',
};

const toUnknown = (unknown: Readonly<Record<string, UnknownCause>>) =>
  Object.entries(unknown).flatMap(([column, cause]) => {
    const field = FIELDS[column];
    return field === undefined ? [] : [{ field, cause }];
  });

/** Returns the attempts of a payment with their events, oldest first. Requisites are null for viewers without access to them. */
export async function findAttempts(
  db: Db,
  viewer: Viewer,
  { organizationId, id }: PaymentKey,
): Promise<PaymentAttempt[]> {
  const attempts = await db
    .selectFrom('payment_attempts as attempt')
    .leftJoin('users as author', 'author.id', 'attempt.approved_by')
    .select(['attempt.attempt', 'attempt.approved_at', 'attempt.amount_kop', 'attempt.tax_kop'])
    .select([
      'attempt.method',
      'attempt.purpose',
      'attempt.payee_kind',
      'attempt.payee_inn',
      'attempt.unknown',
    ])
    .select(sql<number | null>`cardinality(attempt.accrual_ids)`.as('accruals'))
    .select(['author.last_name', 'author.first_name', 'author.father_name', 'author.phone'])
    .where('attempt.organization_id', '=', organizationId)
    .where('attempt.payment_id', '=', id)
    .orderBy('attempt.attempt')
    .execute();
  const events = Map.groupBy(await findEvents(db, { organizationId, id }), ({ attempt }) => attempt);
  const files = Map.groupBy(await findFiles(db, { organizationId, id }, attempts), ({ attempt }) => attempt);
  const isVisible = readsRequisites(viewer);
  return attempts.map(({ last_name, first_name, father_name, phone, unknown, ...attempt }) => ({
    ...attempt,
    approved_at: attempt.approved_at.toISOString(),
    approved_by: formatActor({ last_name, first_name, father_name, phone }),
    method: isVisible ? attempt.method : null,
    payee_inn: isVisible ? attempt.payee_inn : null,
    unknown: toUnknown(unknown),
    events: (events.get(attempt.attempt) ?? []).map(({ attempt: _, ...event }) => event),
    files: (files.get(attempt.attempt) ?? []).map(({ file }) => file),
  }));
}

type EventRow = Actor & {
  attempt: number;
  event: AttemptEvent;
  reason: string;
  paid_on: string | null;
  external_ref: string;
  at: Date;
};

async function findEvents(db: Db, { organizationId, id }: PaymentKey) {
  const { rows } = await sql<EventRow>`
    select event.attempt, event.event, event.reason, event.paid_on::text as paid_on, event.external_ref, event.at,
      author.last_name, author.first_name, author.father_name, author.phone
    from payment_attempt_events event
    left join users author on author.id = event.actor_id
    where event.organization_id = ${organizationId} and event.payment_id = ${id}
    order by event.sequence`.execute(db);
  return rows.map(({ last_name, first_name, father_name, phone, at, ...event }) => ({
    ...event,
    at: at.toISOString(),
    by: formatActor({ last_name, first_name, father_name, phone }),
  }));
}

/** Returns the downloaded bank files that contain a payment. A file belongs to the last attempt approved before its download. */
async function findFiles(
  db: Db,
  { organizationId, id: paymentId }: PaymentKey,
  attempts: readonly { attempt: number; approved_at: Date }[],
) {
  const lines = await findLines(db, organizationId, paymentId);
  return lines.map(({ id, name, at, by, registry, line }) => ({
    attempt: attempts.findLast(({ approved_at }) => approved_at.toISOString() <= at)?.attempt,
    file: { id, name, at, by, registry, line },
  }));
}

type ItemRow = {
  accrual_id: string;
  added_at: Date;
  /** The last change was an addition. */
  is_in: boolean;
  /** In the payment, or in it until it was canceled or returned. */
  is_content: boolean;
  changed_at: Date;
  changed_by: string | null;
};

/** Returns a page of the accruals that are or were in a payment. */
export async function findItems(
  db: Db,
  { organizationId, id }: PaymentKey,
  { removed, ...request }: PaymentItemQuery,
) {
  // The join by `partner_id` uses the index of the moves.
  const items = sql<ItemRow>`(
    select last.accrual_id, last.added_at, last.is_in, last.changed_at, last.changed_by,
      last.is_in or (last.status in ('canceled', 'returned') and last.written_at >= last.ended_at) as is_content
    from (
      select distinct on (move.accrual_id) move.accrual_id, move.to_status in ('reserved', 'paid') as is_in,
        move.effective_at as changed_at, move.written_at, move.actor_id as changed_by, payment.status, payment.updated_at as ended_at,
        min(move.effective_at) over (partition by move.accrual_id) as added_at
      from payments payment
      join accrual_moves move on move.organization_id = payment.organization_id and move.partner_id = payment.partner_id
        and move.payment_id = payment.id
      where payment.organization_id = ${organizationId} and payment.id = ${id}
      order by move.accrual_id, move.sequence desc) last)`;
  const page = await readPage(
    db
      .selectFrom(items.as('item'))
      .innerJoin('accruals as accrual', (join) =>
        join.onRef('accrual.id', '=', 'item.accrual_id').on('accrual.organization_id', '=', organizationId),
      )
      .leftJoin('leads as lead', (join) =>
        join
          .onRef('lead.organization_id', '=', 'accrual.organization_id')
          .onRef('lead.id', '=', 'accrual.lead_id'),
      )
      .leftJoin('sales as sale', (join) =>
        join
          .onRef('sale.organization_id', '=', 'accrual.organization_id')
          .onRef('sale.id', '=', 'accrual.sale_id'),
      )
      .leftJoin('clients as client', (join) =>
        join
          .onRef('client.organization_id', '=', 'sale.organization_id')
          .onRef('client.id', '=', 'sale.client_id'),
      )
      .leftJoin('users as author', 'author.id', 'item.changed_by')
      .$if(removed !== undefined, (query) => query.where('item.is_content', '=', removed === 'false'))
      .select(['item.added_at', 'item.is_in', 'item.changed_at'])
      .select(['accrual.id', 'accrual.number', 'accrual.kind', 'accrual.explanation', 'accrual.amount_kop'])
      .select(['accrual.lead_id', 'lead.number as lead_number', 'lead.name as lead_name'])
      .select([
        'accrual.sale_id',
        'sale.number as sale_number',
        'sale.client_id',
        'client.name as client_name',
      ])
      .select(['author.last_name', 'author.first_name', 'author.father_name', 'author.phone']),
    { number: { column: sql`accrual.number`, kind: 'number' } },
    sql`accrual.id`,
    request,
  );
  return { ...page, results: page.results.map(toItem) };
}

type Found = Actor & {
  id: string;
  number: number;
  kind: PaymentItem['kind'];
  explanation: string;
  amount_kop: number;
} & SubjectRow &
  Pick<ItemRow, 'added_at' | 'is_in' | 'changed_at'>;

const toItem = (row: Found): PaymentItem => ({
  id: row.id,
  number: `Н-${row.number}`,
  kind: row.kind,
  ...toSubject(row),
  explanation: row.explanation,
  amount_kop: row.amount_kop,
  added_at: row.added_at.toISOString(),
  removed_at: row.is_in ? null : row.changed_at.toISOString(),
  removed_by: row.is_in ? null : formatActor(row),
});
