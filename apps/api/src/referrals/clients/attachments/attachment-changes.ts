import { sql } from 'kysely';
import type { Cause } from '../../../audit/index.ts';
import { isNewClient } from '../../../database/rules/new-clients.ts';
import { newIds } from '../../../database/rules/numbers.ts';
import type { Db } from '../../../platform/db/db.ts';
import { recordClientEvent, recordClientEvents } from '../client-events.ts';
import {
  type Attachment,
  attachmentsOf,
  type NewAttachment,
  openAttachment,
  openAttachments,
} from './attachments.ts';
import { stopsOfPartners } from './stopped-partners.ts';

/** Causes of attachments that a deal opens. */
const DEAL_CAUSES: readonly NewAttachment['cause'][] = ['lead', 'import'];

type Closing = { reason: string; replacedBy?: string };

const identity = ({ organization_id, client_id }: { organization_id: string; client_id: string }) => ({
  organizationId: organization_id,
  clientId: client_id,
});

/** The last day of the attachment `added`: its rule may pay for a number of months from the first day. */
const lastDay = sql`(
  select (added.starts_at + make_interval(months => rule.applies_to_limit))::date from reward_rules rule
  where rule.organization_id = added.organization_id and rule.id = added.reward_rule_id and rule.applies_to = 'sales_for_months')`;

const hasNewClient = isNewClient({
  organizationId: sql`added.organization_id`,
  clientId: sql`added.client_id`,
  leadId: sql`added.lead_id`,
});

type Row = NewAttachment & { closed_at?: Date; close_reason?: string };

async function insertAll(trx: Db, attachments: readonly Row[], created_at: Date): Promise<string[]> {
  const ids = newIds(attachments.length);
  const rows = attachments.map((row, at) => ({ close_reason: '', ...row, created_at, id: ids[at] }));
  await sql`
    insert into attachments (organization_id, id, client_id, program_id, partner_id, lead_id, reward_rule_id, cause, starts_at,
      closed_at, close_reason, created_at, client_is_new, ends_at)
    select added.organization_id, added.id, added.client_id, added.program_id, added.partner_id, added.lead_id, added.reward_rule_id,
      added.cause, added.starts_at, added.closed_at, added.close_reason, added.created_at, ${hasNewClient}, ${lastDay}
    from jsonb_populate_recordset(null::attachments, ${JSON.stringify(rows)}::jsonb) added`.execute(trx);
  return ids;
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
  const [id = ''] = await insertAll(trx, [{ ...values, closed_at, close_reason }], cause.at);
  await recordClientEvent(trx, identity(values), 'detach', { comment: close_reason }, cause);
  return id;
}

/** A new attachment, and why the one that is open instead is closed. */
export type Opening = { values: NewAttachment; reason: string };

/** Opens an attachment, as `openAll`. @returns its id. */
export async function openNew(trx: Db, opening: Opening, cause: Cause): Promise<string> {
  const [id = ''] = await openAll(trx, opening.values.organization_id, [opening], cause);
  return id;
}

/**
 * Opens attachments of different clients, and closes those that are open in the same programs. The attachment of a blocked partner ends at once.
 *
 * @returns their ids, in the order of the attachments.
 */
export async function openAll(
  trx: Db,
  organizationId: string,
  openings: readonly Opening[],
  cause: Cause,
): Promise<string[]> {
  if (openings.length === 0) return [];
  const clients = openings.map(({ values }) => values.client_id);
  const partners = openings.map(({ values }) => values.partner_id);
  const stops = await stopsOfPartners(trx, organizationId, partners);
  const findOpen = await openAttachments(trx, organizationId, clients);
  const opened = openings.map(({ values, reason }) => {
    const stop = stops.get(values.partner_id);
    return { values, reason, stop, former: stop === undefined ? findOpen(values) : undefined };
  });
  for (const { former, reason } of opened)
    if (former !== undefined) await close(trx, former, { reason }, cause.at);
  const rows = opened.map(({ values, stop }) =>
    stop === undefined ? values : { ...values, closed_at: cause.at, close_reason: stop },
  );
  const ids = await insertAll(trx, rows, cause.at);
  for (const [at, { values, former }] of opened.entries())
    if (former !== undefined && DEAL_CAUSES.includes(values.cause) && values.lead_id !== null)
      await setReplacement(trx, former, ids[at] ?? '');
  await recordClientEvents(
    trx,
    opened.map(({ values, reason, stop, former }) => {
      const { cause: kind, partner_id: to_partner } = values;
      const partners = { from_partner: former?.partner_id ?? null, to_partner };
      if (stop !== undefined) return [identity(values), 'detach', { comment: stop }, cause];
      if (kind !== 'transfer') return [identity(values), 'attach', partners, cause];
      return [identity(values), 'transfer', { ...partners, comment: reason }, cause];
    }),
  );
  return ids;
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
  const stops = await stopsOfPartners(trx, organization_id, [partner_id]);
  if (former?.id === id || stops.has(partner_id)) return id;
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
