import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Cause } from '../../audit/index.ts';
import { isNewClient } from '../../database/rules/new-clients.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Attachment, attachmentsOf, type NewAttachment, openAttachment } from './attachments.ts';
import { recordClientEvent } from './client-events.ts';
import { stopOfPartner } from './stopped-partners.ts';

/** Causes of attachments that a deal opens. */
const DEAL_CAUSES: readonly NewAttachment['cause'][] = ['lead', 'import'];

type Closing = { reason: string; replacedBy?: string };

const identity = ({ organization_id, client_id }: { organization_id: string; client_id: string }) => ({
  organizationId: organization_id,
  clientId: client_id,
});

/** The last day of an attachment: its rule may pay for a number of months from the first day. */
const lastDay = ({ organization_id, reward_rule_id, starts_at }: NewAttachment) =>
  sql<string | null>`(
    select (${starts_at}::date + make_interval(months => applies_to_limit))::date from reward_rules
    where organization_id = ${organization_id} and id = ${reward_rule_id} and applies_to = 'sales_for_months')`;

const hasNewClient = ({ organization_id, client_id, lead_id }: NewAttachment) =>
  isNewClient({
    organizationId: sql`${organization_id}::uuid`,
    clientId: sql`${client_id}::uuid`,
    leadId: sql`${lead_id}::uuid`,
  });

async function insert(
  trx: Db,
  values: NewAttachment & { closed_at?: Date; close_reason?: string },
  created_at: Date,
): Promise<string> {
  const id = randomUUIDv7();
  await trx
    .insertInto('attachments')
    .values({ ...values, id, client_is_new: hasNewClient(values), ends_at: lastDay(values), created_at })
    .execute();
  return id;
}

/**
 * Inserts an attachment that is closed already. Another open attachment stays.
 *
 * @param closed_at Default: now, so that it is credited with its first sale only.
 * @returns its id.
 */
export async function insertClosed(
  trx: Db,
  values: NewAttachment,
  close_reason: string,
  cause: Cause,
  closed_at = cause.at,
): Promise<string> {
  const id = await insert(trx, { ...values, closed_at, close_reason }, cause.at);
  await recordClientEvent(trx, identity(values), 'detach', { comment: close_reason }, cause);
  return id;
}

/**
 * Opens an attachment and closes the open one of the same program. The attachment of a blocked partner ends at once. @returns its id.
 */
export async function openNew(
  trx: Db,
  values: NewAttachment,
  closing: Omit<Closing, 'replacedBy'>,
  cause: Cause,
): Promise<string> {
  const stop = await stopOfPartner(trx, values);
  if (stop !== undefined) return insertClosed(trx, values, stop, cause);
  const former = await openAttachment(trx, { ...identity(values), programId: values.program_id });
  if (former !== undefined) await close(trx, former, closing, cause.at);
  const id = await insert(trx, values, cause.at);
  if (former !== undefined && DEAL_CAUSES.includes(values.cause) && values.lead_id !== null)
    await setReplacement(trx, former, id);
  await recordClientEvent(
    trx,
    identity(values),
    values.cause === 'transfer' ? 'transfer' : 'attach',
    {
      from_partner: former?.partner_id ?? null,
      to_partner: values.partner_id,
      ...(values.cause === 'transfer' && { comment: closing.reason }),
    },
    cause,
  );
  return id;
}

/** Opens a closed attachment again, and closes the one that is open instead. That of a blocked partner stays closed. @returns its id. */
export async function reopen(
  trx: Db,
  attachment: Attachment,
  { reason }: Closing,
  cause: Cause,
): Promise<string> {
  const { organization_id, client_id, program_id, id, partner_id } = attachment;
  const former = await openAttachment(trx, { ...identity(attachment), programId: program_id });
  if (former?.id === id || (await stopOfPartner(trx, attachment)) !== undefined) return id;
  if (former !== undefined) await close(trx, former, { reason, replacedBy: id }, cause.at);
  await trx
    .updateTable('attachments')
    .set({ closed_at: null, close_reason: '', replaced_by: null })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
  await recordClientEvent(
    trx,
    { organizationId: organization_id, clientId: client_id },
    'attach',
    { from_partner: former?.partner_id ?? null, to_partner: partner_id },
    cause,
  );
  return id;
}

/** Closes an attachment, and opens the latest one that it replaced again. */
export async function closeAndRestore(trx: Db, attachment: Attachment, reason: string, cause: Cause) {
  await close(trx, attachment, { reason }, cause.at);
  await recordClientEvent(trx, identity(attachment), 'detach', { comment: reason }, cause);
  const replaced = await attachmentsOf(trx, attachment.organization_id)
    .where(
      sql<boolean>`replaced_by in (
        select id from attachments
        where organization_id = ${attachment.organization_id} and lead_id = ${attachment.lead_id})`,
    )
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (replaced !== undefined) await reopen(trx, replaced, { reason }, cause);
}

const close = (
  trx: Db,
  { organization_id, id }: Pick<Attachment, 'organization_id' | 'id'>,
  { reason, replacedBy }: Closing,
  at: Date,
) =>
  trx
    .updateTable('attachments')
    .set({ closed_at: at, close_reason: reason, replaced_by: replacedBy ?? null })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();

const setReplacement = (
  trx: Db,
  { organization_id, id }: Pick<Attachment, 'organization_id' | 'id'>,
  replacedBy: string,
) =>
  trx
    .updateTable('attachments')
    .set({ replaced_by: replacedBy })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();
