import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { moscowDay } from './moscow.ts';

type CheckOptions = {
  at: Date;
  /** Also checks partners that were already checked today. */
  force?: boolean;
};

/**
 * Queues tax service checks for the self-employed partners with an INN that were not checked today. New checks join the batch of the
 * pending ones.
 *
 * @returns the number of queued checks.
 */
export async function requestTaxStatus(
  trx: Db,
  organizationId: string,
  partnerIds: readonly string[],
  { at, force = false }: CheckOptions,
): Promise<number> {
  if (partnerIds.length === 0) return 0;
  const { rows: queued } = await sql<{ partner_id: string }>`
    insert into tax_checks as c (organization_id, partner_id, inn, batch_id, status, due_at, requested_at)
    select p.organization_id, p.id, p.inn, coalesce((
        select batch_id from tax_checks where organization_id = ${organizationId} and status in ('waiting', 'taken') limit 1
      ), ${randomUUIDv7()}::uuid), 'waiting', ${at}, ${at}
    from partners p
    where p.organization_id = ${organizationId} and p.id = any(${partnerIds}::uuid[])
      and p.kind = 'self_employed' and p.inn <> ''
      and (${force}::boolean or not exists (
        select from tax_statuses s
        where s.organization_id = p.organization_id and s.partner_id = p.id and s.inn = p.inn
          and s.checked_on = ${moscowDay(at)}::date))
    on conflict (organization_id, partner_id) do update
    set inn = excluded.inn, batch_id = excluded.batch_id, status = 'waiting', attempts = 0, problem = '',
      due_at = excluded.due_at, requested_at = excluded.requested_at, lease = null, leased_until = null
    where c.status in ('done', 'failed') or c.inn <> excluded.inn
    returning partner_id`.execute(trx);
  return queued.length;
}
