import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DueConnection } from './deals.repo.ts';

/** Lease of a read, in seconds. Longer than its call with its waits. */
const READ_LEASE_S = 60;

const MAX_CONNECTIONS = 200;

/** A deal that a worker has leased to read it. */
export type TakenRead = DueConnection & {
  deal_id: string;
  lease: string;
  attempts: number;
  requested_at: Date;
};

/** Queries of the deals to read. Events of a deal that come before it is read cause one read. */
export const readsRepo = (db: Db) => ({
  /** Requests a read of deals. A read that runs is repeated, because it may have missed the change. */
  async request({ organization_id, connection_id }: DueConnection, dealIds: readonly string[], at: Date) {
    if (dealIds.length === 0) return;
    await sql`
      insert into crm_reads (organization_id, connection_id, deal_id, requested_at, next_attempt_at)
      select ${organization_id}, ${connection_id}, id, ${at}, ${at} from unnest(${[...dealIds]}::text[]) as id
      on conflict (organization_id, connection_id, deal_id) do update
      set requested_at = excluded.requested_at, next_attempt_at = excluded.next_attempt_at, attempts = 0`.execute(
      db,
    );
  },

  /** Connections with deals to read, except the ones that this process works on. */
  async due(except: readonly string[], now: Date): Promise<DueConnection[]> {
    const { rows } = await sql<DueConnection>`
      select c.organization_id, c.id as connection_id from crm_connections c
      where c.is_on and c.id <> all(${[...except]}::uuid[]) and exists (
        select from crm_reads r
        where r.organization_id = c.organization_id and r.connection_id = c.id and r.next_attempt_at <= ${now}
          and (r.leased_until is null or r.leased_until <= ${now}))
      order by c.id limit ${MAX_CONNECTIONS}`.execute(db);
    return rows;
  },

  /** Leases the next deal of a connection. */
  async take({ organization_id, connection_id }: DueConnection, now: Date): Promise<TakenRead | undefined> {
    const { rows } = await sql<TakenRead>`
      with due as (
        select deal_id from crm_reads
        where organization_id = ${organization_id} and connection_id = ${connection_id} and next_attempt_at <= ${now}
          and (leased_until is null or leased_until <= ${now})
        order by next_attempt_at, deal_id limit 1 for update skip locked
      )
      update crm_reads r set attempts = r.attempts + 1, lease = ${randomUUID()},
        leased_until = ${plusSeconds(now, READ_LEASE_S)}
      from due
      where r.organization_id = ${organization_id} and r.connection_id = ${connection_id} and r.deal_id = due.deal_id
      returning r.organization_id, r.connection_id, r.deal_id, r.lease, r.attempts, r.requested_at`.execute(
      db,
    );
    return rows[0];
  },

  /** Ends a read. Another event that came meanwhile makes the deal due again. */
  async finish(read: TakenRead, now: Date) {
    const own = sql`
      organization_id = ${read.organization_id} and connection_id = ${read.connection_id} and deal_id = ${read.deal_id}
      and lease = ${read.lease}`;
    await sql`delete from crm_reads where ${own} and requested_at = ${read.requested_at}`.execute(db);
    await sql`update crm_reads set lease = null, leased_until = null, next_attempt_at = ${now} where ${own}`.execute(
      db,
    );
  },

  /** Saves a failed read with the time of the next one. */
  async postpone(read: TakenRead, next_attempt_at: Date, attempts: number) {
    await db
      .updateTable('crm_reads')
      .set({ lease: null, leased_until: null, next_attempt_at, attempts })
      .where('organization_id', '=', read.organization_id)
      .where('connection_id', '=', read.connection_id)
      .where('deal_id', '=', read.deal_id)
      .where('lease', '=', read.lease)
      .execute();
  },
});
