import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Ends the attachments of blocked and archived partners, as a block does from now on. */
async function up(db: Kysely<unknown>) {
  await sql`
    update attachments
    set closed_at = greatest(partners.updated_at, attachments.created_at),
      close_reason = case partners.status when 'blocked' then 'Партнер заблокирован' else 'Партнер в архиве' end
    from partners
    where partners.organization_id = attachments.organization_id and partners.id = attachments.partner_id
      and partners.status in ('blocked', 'archived') and attachments.closed_at is null`.execute(db);
}

export const endedAttachments: Migration = { up };
