import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { CrmConnectionsTable } from '../../database/tables/crm.ts';
import type { Db } from '../../platform/db/db.ts';

export type ConnectionRow = Selectable<CrmConnectionsTable>;

const asJson = <Value>(value: Value) => sql<Value>`${JSON.stringify(value)}::jsonb`;

type Change = Omit<Updateable<CrmConnectionsTable>, 'organization_id' | 'id' | 'version'>;

/** Writes JSON columns as JSON. */
const toColumns = ({ stages, mapping, ...columns }: Change) => ({
  ...columns,
  ...(stages !== undefined && { stages: asJson(stages) }),
  ...(mapping !== undefined && { mapping: asJson(mapping) }),
});

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
    list: () =>
      db
        .selectFrom('crm_connections')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    find: (id: string) => one(id).executeTakeFirst(),
    findLocked: (id: string) => one(id).forNoKeyUpdate().executeTakeFirst(),

    async insert({ stages, mapping, ...row }: Omit<Insertable<CrmConnectionsTable>, 'organization_id'>) {
      await db
        .insertInto('crm_connections')
        .values({
          ...row,
          organization_id: organizationId,
          stages: asJson(stages),
          mapping: asJson(mapping),
        })
        .execute();
    },

    /** Saves a change of an owner, with a new version. */
    async update(id: string, values: Change) {
      await change(id)
        .set({ ...toColumns(values), version: sql<number>`version + 1` })
        .execute();
    },

    /** Saves what the server read. The version stays, so that forms of owners stay valid. */
    async save(id: string, values: Change) {
      await change(id).set(toColumns(values)).execute();
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
