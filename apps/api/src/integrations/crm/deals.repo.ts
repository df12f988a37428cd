import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Deal, NewDeal } from './crm-client.ts';

/** Lease of an attempt, in seconds. Longer than all its calls with their waits. */
export const DEAL_LEASE_S = 180;

/** Maximum number of connections that a run of the job works on. */
const MAX_CONNECTIONS = 200;

/** A connection with leads that wait for their deals. */
export type DueConnection = { organization_id: string; connection_id: string };

/** A lead that a worker has leased to create its deal. */
export type TakenDeal = DueConnection &
  Pick<NewDeal, 'name' | 'phone' | 'email' | 'company' | 'comment'> & {
    lead_id: string;
    number: number;
    partner: string | null;
    lease: string;
    attempts: number;
    creating_since: Date | null;
  };

type Change = {
  status: 'waiting' | 'sent' | 'failed';
  next_attempt_at?: Date;
  problem?: string;
  attempts?: number;
  sent_at?: Date;
  deal_id?: string;
  stage?: string | null;
  creating_since?: Date | null;
};

/**
 * Queues a lead for the CRMs of its organization, in the transaction of its change. A lead is queued once for each connection that is on for its
 * program. Duplicates are not.
 */
export async function queueDeals(
  trx: Db,
  { organizationId, leadId, at }: { organizationId: string; leadId: string; at: Date },
) {
  await sql`
    insert into crm_deals (organization_id, connection_id, lead_id, status, next_attempt_at, created_at)
    select c.organization_id, c.id, l.id, 'waiting', ${at}, ${at}
    from crm_connections c
    join leads l on l.organization_id = c.organization_id and l.id = ${leadId} and l.status <> 'duplicate'
    where c.organization_id = ${organizationId} and c.is_on and (c.programs is null or l.program_id = any(c.programs))
    on conflict do nothing`.execute(trx);
}

/** Queries of the queue of deals. A leased row belongs to one worker until the lease expires. */
export const dealsRepo = (db: Db) => ({
  /** Makes the deals of ended workers due again. They may exist, so that they are searched before they are created. */
  async recover(now: Date) {
    await db
      .updateTable('crm_deals')
      .set({ status: 'waiting', lease: null, leased_until: null, next_attempt_at: now })
      .where('status', '=', 'taken')
      .where('leased_until', '<=', now)
      .execute();
  },

  /** Connections with due deals, except the ones that this process works on. */
  async due(except: readonly string[], now: Date): Promise<DueConnection[]> {
    const { rows } = await sql<DueConnection>`
      select c.organization_id, c.id as connection_id from crm_connections c
      where c.is_on and c.id <> all(${[...except]}::uuid[]) and exists (
        select from crm_deals d
        where d.organization_id = c.organization_id and d.connection_id = c.id and d.status = 'waiting'
          and d.next_attempt_at <= ${now})
      order by c.id limit ${MAX_CONNECTIONS}`.execute(db);
    return rows;
  },

  /** Leases the next due deal of a connection. */
  async take({ organization_id, connection_id }: DueConnection, now: Date): Promise<TakenDeal | undefined> {
    const { rows } = await sql<TakenDeal>`
      with due as (
        select d.lead_id from crm_deals d
        where d.organization_id = ${organization_id} and d.connection_id = ${connection_id} and d.status = 'waiting'
          and d.next_attempt_at <= ${now}
        order by d.next_attempt_at, d.lead_id limit 1 for update skip locked
      ), taken as (
        update crm_deals d set status = 'taken', attempts = d.attempts + 1, lease = ${randomUUID()},
          first_attempt_at = coalesce(d.first_attempt_at, ${now}), leased_until = ${plusSeconds(now, DEAL_LEASE_S)}
        from due
        where d.organization_id = ${organization_id} and d.connection_id = ${connection_id} and d.lead_id = due.lead_id
        returning d.*
      )
      select d.organization_id, d.connection_id, d.lead_id, d.lease, d.attempts, d.creating_since, l.number, l.name, l.phone, l.email,
        l.company, l.comment, p.name as partner
      from taken d
      join leads l on l.organization_id = d.organization_id and l.id = d.lead_id
      left join partners p on p.organization_id = l.organization_id and p.id = l.partner_id`.execute(db);
    return rows[0];
  },

  /** Records that a call creates the deal from now on, and renews the lease. @returns false when the lease has expired. */
  async startCreation({ organization_id, connection_id, lead_id, lease }: TakenDeal, now: Date) {
    const { numUpdatedRows } = await db
      .updateTable('crm_deals')
      .set({ creating_since: now, leased_until: plusSeconds(now, DEAL_LEASE_S) })
      .where('organization_id', '=', organization_id)
      .where('connection_id', '=', connection_id)
      .where('lead_id', '=', lead_id)
      .where('lease', '=', lease)
      .where('leased_until', '>', now)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  /** Ends an attempt. @returns false when the lease has expired. */
  async finish({ organization_id, connection_id, lead_id, lease }: TakenDeal, change: Change) {
    const { numUpdatedRows } = await db
      .updateTable('crm_deals')
      .set({ ...change, lease: null, leased_until: null })
      .where('organization_id', '=', organization_id)
      .where('connection_id', '=', connection_id)
      .where('lead_id', '=', lead_id)
      .where('lease', '=', lease)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  /**
   * Saves the first state of a deal that did not change since it was created. The events of the CRM about the deal are compared with it.
   *
   * @returns false for another deal, and for one with a saved state.
   */
  async saveFirstState({ organization_id, connection_id }: DueConnection, deal: Deal) {
    if (deal.changedAt > deal.createdAt) return false;
    const { numUpdatedRows } = await db
      .updateTable('crm_deals')
      .set({ stage: deal.stage, amount_kop: deal.amountKop, changed_at: deal.changedAt })
      .where('organization_id', '=', organization_id)
      .where('connection_id', '=', connection_id)
      .where('deal_id', '=', deal.id)
      .where('changed_at', 'is', null)
      .where((row) => row.or([row('stage', 'is', null), row('stage', '=', deal.stage)]))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  /** Makes the waiting deals of a connection due, and the failed ones, after a change of its settings. */
  async hurry({ organization_id, connection_id }: DueConnection, now: Date) {
    await db
      .updateTable('crm_deals')
      .set({ status: 'waiting', next_attempt_at: now })
      .where('organization_id', '=', organization_id)
      .where('connection_id', '=', connection_id)
      .where('status', 'in', ['waiting', 'failed'])
      .execute();
  },
});
