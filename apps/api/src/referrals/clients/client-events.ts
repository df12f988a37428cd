import { CLIENT_EVENTS, type ClientEvent, type ClientHistory } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  type Actor,
  audit,
  auditAll,
  type Cause,
  formatActor,
  type PersonalChange,
  selectHistory,
} from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';

/** Maximum number of history entries of a client that are read. */
const HISTORY = 200;

type ClientId = { organizationId: string; clientId: string };

/** Data of an event. Journal entries are never erased, so partners are given by id. Only `comment` is free text of an employee. */
type EventDiff = {
  lead_number?: string;
  sale_number?: string;
  amount_kop?: number | null;
  from_partner?: string | null;
  to_partner?: string | null;
  /** Id of a refund. Its comment is read from its row. */
  refund?: string;
  comment?: string;
  changed?: string[];
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

const toEntry = (
  { organizationId, clientId: objectId }: ClientId,
  event: ClientEvent,
  diff: EventDiff,
  { actorId, requestId, at }: Cause,
  personal?: PersonalChange,
) => ({
  ...{ organizationId, actorId, requestId, at, objectId, diff },
  action: `client.${event}`,
  kind: 'client' as const,
  ...(personal && { personal }),
});

/** Adds an event to the history of a client, which is a part of the journal. */
export const recordClientEvent = (trx: Db, ...change: Parameters<typeof toEntry>) =>
  audit(trx, toEntry(...change));

/** Adds events to the histories of clients. */
export const recordClientEvents = (trx: Db, changes: readonly Parameters<typeof toEntry>[]) =>
  auditAll(
    trx,
    changes.map((change) => toEntry(...change)),
  );

/** Adds new sales to the histories of their clients. */
export const recordNewSales = (
  trx: Db,
  sales: readonly (ClientId & { sale_number: string; lead_number?: string; amount_kop: number | null })[],
  cause: Cause,
) =>
  auditAll(
    trx,
    sales.map(({ organizationId, clientId, ...diff }) =>
      toEntry({ organizationId, clientId }, 'sale', diff, cause),
    ),
  );

/** Adds the end of the attachments of a partner to the history of their clients. */
export const recordDetached = (
  trx: Db,
  organizationId: string,
  clientIds: readonly string[],
  comment: string,
  { actorId, requestId, at }: Cause,
) =>
  auditAll(
    trx,
    clientIds.map((objectId) => ({
      organizationId,
      actorId,
      requestId,
      at,
      action: 'client.detach',
      kind: 'client',
      objectId,
      diff: { comment },
    })),
  );

const optionalText = z.string().nullable().catch(null);
const diffOfClient = z.object({
  changed: z.array(z.string()).catch([]),
  comment: z.string().catch(''),
  lead_number: optionalText,
  sale_number: optionalText,
  amount_kop: z.number().nullable().catch(null),
  to_partner: optionalText,
});

type Entry = Actor & {
  id: string;
  at: Date;
  kind: string;
  diff: Record<string, unknown>;
  refund_comment: string | null;
  from_partner_name: string | null;
  to_partner_name: string | null;
};

const eventKind = z.enum(CLIENT_EVENTS);

function eventView(entry: Entry): ClientHistory['results'][number] {
  const { changed, comment, lead_number, sale_number, amount_kop, to_partner } = diffOfClient.parse(
    entry.diff,
  );
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: formatActor(entry),
    kind: eventKind.parse(entry.kind),
    changed,
    comment: entry.refund_comment ?? comment,
    transfer: to_partner === null ? null : { from: entry.from_partner_name, to: entry.to_partner_name },
    lead: lead_number,
    sale: sale_number,
    amount_kop,
  };
}

const nameOf = (field: 'from_partner' | 'to_partner') => sql<string | null>`(
  select name from partners p where p.organization_id = e.organization_id and p.id = (e.diff ->> ${sql.lit(field)})::uuid)`;

const refundComment = sql<string | null>`(
  select comment from sales s where s.organization_id = e.organization_id and s.id = (e.diff ->> 'refund')::uuid)`;

/** The latest events of a client, oldest first. */
export async function clientHistory(
  db: Db,
  { organizationId, clientId }: ClientId,
): Promise<ClientHistory['results']> {
  const entries = await selectHistory(db, { organizationId, kind: 'client', objectId: clientId })
    .select(sql<string>`substr(e.action, char_length('client.') + 1)`.as('kind'))
    .select([nameOf('from_partner').as('from_partner_name'), nameOf('to_partner').as('to_partner_name')])
    .select(refundComment.as('refund_comment'))
    .where('e.action', '<>', 'client.erase')
    .limit(HISTORY)
    .execute();
  return entries.map(eventView).reverse();
}
