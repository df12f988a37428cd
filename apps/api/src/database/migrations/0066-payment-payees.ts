import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { runDeferredTriggers } from '../functions/index.ts';

/**
 * Adds the kind and the INN of the partner that an approval freezes in a payment. The kind of earlier payments is that before the next
 * change of the kind in the journal. Their INN is that of the frozen payout method, or that of the card when it was not changed since. It is
 * null when it cannot be known.
 */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  await sql`
    alter table payments
      add column payee_kind text check (payee_kind in ('individual', 'self_employed', 'ip', 'legal')),
      add column payee_inn text check (payee_inn ~ '^([0-9]{10}|[0-9]{12})?$')`.execute(db);
  // Paid payments refuse changes.
  await sql`alter table payments disable trigger user`.execute(db);
  await sql`
    update payments
    set payee_kind = coalesce((
        select entry.diff -> 'before' ->> 'kind' from audit_entries entry
        where entry.organization_id = payments.organization_id and entry.object_kind = 'partner'
          and entry.object_id = payments.partner_id and entry.at > payments.approved_at and entry.diff -> 'before' ? 'kind'
        order by entry.at, entry.id limit 1
      ), partner.kind),
      payee_inn = case
        when payments.method ? 'inn' then payments.method ->> 'inn'
        when not exists (
          select from audit_entries entry
          where entry.organization_id = payments.organization_id and entry.object_kind = 'partner'
            and entry.object_id = payments.partner_id and entry.at > payments.approved_at and entry.diff -> 'changed' ? 'inn'
        ) then partner.inn
      end
    from partners partner
    where payments.approved_at is not null and partner.organization_id = payments.organization_id
      and partner.id = payments.partner_id`.execute(db);
  await sql`alter table payments enable trigger user`.execute(db);
}

export const paymentPayees: Migration = { up };
