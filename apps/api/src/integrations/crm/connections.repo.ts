import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { CrmConnectionsTable } from '../../database/tables/crm.ts';
import type { Db } from '../../platform/db/db.ts';

export type ConnectionRow = Selectable<CrmConnectionsTable>;

/** Maximum number of deals of each status that are counted. */
const MAX_COUNTED = 1000;

/** Connections with the figures of their deals, and the last problem of a deal that is not there yet. */
const shownRows = (db: Db, organizationId: string) => {
  const count = (isCounted: RawBuilder<boolean>) =>
    sql<number>`(
      select count(*)::int from (
        select from crm_deals d
        where d.organization_id = c.organization_id and d.connection_id = c.id and ${isCounted}
        limit ${sql.lit(MAX_COUNTED)}) counted)`;
  return db
    .selectFrom('crm_connections as c')
    .selectAll('c')
    .select([
      count(sql`d.status = 'sent'`).as('sent'),
      count(sql`d.status in ('waiting', 'taken')`).as('waiting'),
      count(sql`d.status = 'failed'`).as('failed'),
    ])
    .select([
      sql<Date | null>`(
        select max(d.sent_at) from crm_deals d
        where d.organization_id = c.organization_id and d.connection_id = c.id)`.as('last_sent_at'),
      sql<string | null>`(
        select d.problem from crm_deals d
        where d.organization_id = c.organization_id and d.connection_id = c.id and d.problem <> ''
        order by d.first_attempt_at desc limit 1)`.as('problem'),
    ])
    .where('c.organization_id', '=', organizationId);
};

/** A connection as owners see it. */
export type ShownConnection = Awaited<ReturnType<ReturnType<typeof shownRows>['executeTakeFirstOrThrow']>>;

type Change = Omit<Updateable<CrmConnectionsTable>, 'organization_id' | 'id' | 'version'>;

/** Reads and writes of the CRM connections of an organization. */
export const connectionsRepo = (db: Db, organizationId: string) => {
  const one = (id: string) =>
    db
      .selectFrom('crm_connections')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id);
  const change = (id: string) =>
    db.updateTable('crm_connections').where('organization_id', '=', organizationId).where('id', '=', id);
  return {
    list: () => shownRows(db, organizationId).orderBy('c.created_at').orderBy('c.id').execute(),
    show: (id: string) => shownRows(db, organizationId).where('c.id', '=', id).executeTakeFirst(),

    find: (id: string) => one(id).executeTakeFirst(),
    /** Connections by id. */
    async findAll(ids: readonly string[]) {
      const rows = await db
        .selectFrom('crm_connections')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .execute();
      return new Map(rows.map((row) => [row.id, row]));
    },
    findLocked: (id: string) => one(id).forNoKeyUpdate().executeTakeFirst(),

    async insert(row: Omit<Insertable<CrmConnectionsTable>, 'organization_id'>) {
      await db
        .insertInto('crm_connections')
        .values({ ...row, organization_id: organizationId })
        .execute();
    },

    /** Saves a change of an owner, with a new version. */
    async update(id: string, values: Change) {
      await change(id)
        .set({ ...values, version: sql<number>`version + 1` })
        .execute();
    },

    /** Saves what the server read. The version stays, so that forms of owners stay valid. */
    async save(id: string, values: Change) {
      await change(id).set(values).execute();
    },

    /** Removes a note about the last event, if it is still the last one. */
    async removeNote(id: string, last_event: string) {
      await change(id).set({ last_event: '' }).where('last_event', '=', last_event).execute();
    },

    /** Takes the lease of the renewal of tokens. @returns undefined while another process has it. */
    lease: (id: string, lease: string, { now, until }: { now: Date; until: Date }) =>
      change(id)
        .set({ refresh_lease: lease, refresh_until: until })
        .where((row) => row.or([row('refresh_until', 'is', null), row('refresh_until', '<=', now)]))
        .returningAll()
        .executeTakeFirst(),

    async release(id: string, lease: string, values: Change = {}) {
      await change(id)
        .set({ ...values, refresh_lease: null, refresh_until: null })
        .where('refresh_lease', '=', lease)
        .execute();
    },

    /** Deletes a connection with its deals. @returns its address; undefined for an unknown one. */
    async remove(id: string) {
      return db
        .deleteFrom('crm_connections')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returning(['kind', 'address'])
        .executeTakeFirst();
    },
  };
};
