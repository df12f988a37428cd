import { randomUUIDv7 } from 'node:crypto';
import type { OutsideEventChannel, OutsideEventKind } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type EventFacts, toBody } from './event.ts';

/** An event that was applied when it was received. Its body is not stored, because nothing will read it. */
export type AppliedEvent = Omit<EventFacts, 'occurredAt'> & {
  /** A moment, or a day of the organization. */
  occurred: Date | string;
  leadId?: string | undefined;
  saleId?: string | undefined;
  /** The sale waits for its client. The event gets the result of the sale. */
  waitingSaleId?: string | undefined;
  /** Why the event changed nothing. */
  ignored?: string | undefined;
};

type Occasion = { organizationId: string; channel: OutsideEventChannel; at: Date };
type Known = Pick<EventFacts, 'externalId' | 'body'>;

const UNKNOWN_CLIENT = 'Клиент пока неизвестен.';

/**
 * Stores events in the transaction of their effects. The caller checks that the effects are new: an event with a known id replaces the stored one, whose
 * effect was undone or rejected.
 */
export async function storeEvents(
  trx: Db,
  { organizationId, channel, at }: Occasion,
  events: readonly AppliedEvent[],
) {
  if (events.length === 0) return;
  await sql`
    insert into outside_events as e (organization_id, id, channel, kind, external_id, object_key, occurred_at, received_at, body_hash, state,
      cause, decided_at, lead_id, sale_id, waiting_sale_id)
    select o.id, n.id, ${channel}, n.kind, n.external_id, n.object_key,
      least(coalesce(n.moment, n.day::timestamp at time zone o.time_zone), ${at}), ${at}::timestamptz, n.body_hash, n.state, n.cause,
      case when n.state <> 'unmatched' then ${at}::timestamptz end, n.lead_id, n.sale_id, n.waiting_sale_id
    from jsonb_to_recordset(${JSON.stringify(events.map(toRow))}::jsonb) as n (id uuid, kind text, external_id text, object_key text,
      moment timestamptz, day date, body_hash text, state text, cause text, lead_id uuid, sale_id uuid, waiting_sale_id uuid)
    join organizations o on o.id = ${organizationId}
    on conflict (organization_id, kind, external_id) do update set channel = excluded.channel, object_key = excluded.object_key,
      occurred_at = excluded.occurred_at, received_at = excluded.received_at, body = null, body_hash = excluded.body_hash,
      state = excluded.state, cause = excluded.cause, attempts = 0, next_attempt_at = null, conflicted_at = null,
      decided_at = excluded.decided_at, lead_id = excluded.lead_id, sale_id = excluded.sale_id,
      waiting_sale_id = excluded.waiting_sale_id`.execute(trx);
}

const toRow = ({ occurred, ...event }: AppliedEvent) => ({
  id: randomUUIDv7(),
  kind: event.kind,
  external_id: event.externalId,
  object_key: event.objectKey,
  ...(typeof occurred === 'string' ? { day: occurred } : { moment: occurred }),
  body_hash: toBody(event.body).body_hash,
  state:
    event.ignored !== undefined ? 'ignored' : event.waitingSaleId === undefined ? 'applied' : 'unmatched',
  cause: event.ignored ?? (event.waitingSaleId === undefined ? '' : UNKNOWN_CLIENT),
  lead_id: event.leadId,
  sale_id: event.saleId,
  waiting_sale_id: event.waitingSaleId,
});

/** Ids and hashes of events, as a relation `n`. */
const named = (events: readonly Known[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(
    events.flatMap(({ externalId, body }) =>
      externalId === null ? [] : [{ external_id: externalId, body_hash: toBody(body).body_hash }],
    ),
  )}::jsonb) as n (external_id text, body_hash text)`;

type Made = { external_id: string; sale_id: string | null; waiting_sale_id: string | null };

/** Returns what the events made that were received before with the same bodies, by their ids. Events without an effect are not returned. */
export async function findRepeated(
  trx: Db,
  organizationId: string,
  kind: OutsideEventKind,
  events: readonly Known[],
): Promise<ReadonlyMap<string, Made>> {
  if (events.every(({ externalId }) => externalId === null)) return new Map();
  const { rows } = await sql<Made>`
    select e.external_id, e.sale_id, e.waiting_sale_id from ${named(events)}
    join outside_events e on e.organization_id = ${organizationId} and e.kind = ${kind} and e.external_id = n.external_id
    where e.state in ('applied', 'unmatched') and e.body_hash = n.body_hash`.execute(trx);
  return new Map(rows.map((row) => [row.external_id, row]));
}

/** Records that known events were received again with other bodies, which do not count. @returns their ids. */
export async function noteOtherBodies(
  trx: Db,
  organizationId: string,
  kind: OutsideEventKind,
  events: readonly Known[],
  at: Date,
): Promise<readonly string[]> {
  if (events.every(({ externalId }) => externalId === null)) return [];
  const { rows } = await sql<{ external_id: string }>`
    update outside_events e set conflicted_at = ${at} from ${named(events)}
    where e.organization_id = ${organizationId} and e.kind = ${kind} and e.external_id = n.external_id
      and e.body_hash not in ('', n.body_hash) and e.state in ('applied', 'unmatched')
    returning e.external_id`.execute(trx);
  return rows.map(({ external_id }) => external_id);
}

/** A sale, or a sale that waits for its client. */
type Reported = { saleId: string } | { waitingSaleId: string };

/** Stores the result of a sale in the event that reported it. */
export async function settleSaleEvent(
  trx: Db,
  organizationId: string,
  sale: Reported,
  result: { state: 'applied' | 'ignored'; cause?: string | undefined; saleId?: string | undefined },
  at: Date,
) {
  const events = trx
    .updateTable('outside_events')
    .set({
      state: result.state,
      cause: result.cause ?? '',
      decided_at: at,
      ...(result.saleId !== undefined && { sale_id: result.saleId }),
    })
    .where('organization_id', '=', organizationId);
  await ('saleId' in sale
    ? events.where('sale_id', '=', sale.saleId)
    : events.where('waiting_sale_id', '=', sale.waitingSaleId)
  ).execute();
}
