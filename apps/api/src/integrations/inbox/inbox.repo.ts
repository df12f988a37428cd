import { OUTSIDE_EVENT_KINDS, type OutsideEventQuery } from '@referral-dashboard/api-contract';
import { type SqlBool, sql, type Updateable } from 'kysely';
import type { OutsideEventsTable } from '../../database/tables/outside-events.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { readPage } from '../../platform/db/lists/page.ts';

const KEYS = { received_at: { column: sql`e.received_at`, kind: 'time' } } as const;

/** Name of the stage in the body of a deal. The deals of a removed connection have none. */
const stageName = sql<string | null>`
  case when e.channel = 'crm' and e.kind = 'deal' then (
    select stage ->> 'name' from crm_connections c, jsonb_array_elements(c.stages) stage
    where c.organization_id = e.organization_id and c.id::text = e.body::jsonb ->> 'connection'
      and stage ->> 'id' = e.body::jsonb ->> 'stage'
    limit 1) end`;

const eventRows = (db: Db, organizationId: string) =>
  db
    .selectFrom('outside_events as e')
    .leftJoin('leads as l', (join) =>
      join.onRef('l.organization_id', '=', 'e.organization_id').onRef('l.id', '=', 'e.lead_id'),
    )
    .leftJoin('sales as s', (join) =>
      join.onRef('s.organization_id', '=', 'e.organization_id').onRef('s.id', '=', 'e.sale_id'),
    )
    .select(['e.id', 'e.channel', 'e.kind', 'e.external_id', 'e.state', 'e.cause', 'e.occurred_at'])
    .select(['e.received_at', 'e.attempts', 'e.next_attempt_at', 'e.conflicted_at'])
    .select(['e.object_key', stageName.as('stage')])
    .select(['e.lead_id', 'e.sale_id', 'e.waiting_sale_id'])
    .select(sql<boolean>`e.body is not null`.as('has_body'))
    .select(['l.number as lead_number', 's.number as sale_number', 's.client_id'])
    .where('e.organization_id', '=', organizationId);

export type EventRow = Awaited<ReturnType<ReturnType<typeof eventRows>['executeTakeFirstOrThrow']>>;

function conditions({ state, channel, kind, search }: OutsideEventQuery) {
  return joinConditions([
    ...whereIn(sql`e.state`, state),
    ...whereIn(sql`e.channel`, channel),
    // Naming the kinds lets a search use the index of the ids.
    ...whereIn(sql`e.kind`, kind ?? (search ? OUTSIDE_EVENT_KINDS : undefined)),
    ...(search ? [sql<SqlBool>`e.external_id = ${search}`] : []),
  ]);
}

/** Reads and writes of the events of an organization. */
export const inboxRepo = (db: Db, organizationId: string) => ({
  page: (query: OutsideEventQuery) =>
    readPage(
      eventRows(db, organizationId).where(conditions(query)),
      KEYS,
      sql`e.id`,
      query,
      db
        .selectFrom('outside_events as e')
        .where('e.organization_id', '=', organizationId)
        .where(conditions(query)),
    ),

  find: (id: string): Promise<EventRow | undefined> =>
    eventRows(db, organizationId).where('e.id', '=', id).executeTakeFirst(),

  lock: async (id: string) =>
    void (await db
      .selectFrom('outside_events')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()),

  async update(id: string, change: Updateable<OutsideEventsTable>) {
    await db
      .updateTable('outside_events')
      .set(change)
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});
