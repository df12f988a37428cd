import { sql } from 'kysely';

/**
 * Returns an SQL condition: a client has no sale of another lead than this one, or had none when the first attachment of this lead was opened. The
 * values can be columns.
 */
export const isNewClient = (of: { organizationId: unknown; clientId: unknown; leadId: unknown }) =>
  sql<boolean>`coalesce(
    (select known.client_is_new from attachments known
      where known.organization_id = ${of.organizationId} and known.lead_id = ${of.leadId}
      order by known.created_at, known.id limit 1),
    not exists (
      select from sales other
      where other.organization_id = ${of.organizationId} and other.client_id = ${of.clientId} and other.refund_of is null
        and other.canceled_at is null and other.lead_id is distinct from ${of.leadId}))`;
