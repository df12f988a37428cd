import { type Insertable, sql } from 'kysely';
import type { AttachmentsTable } from '../../../database/tables/clients.ts';
import type { Db } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/errors.ts';

export type NewAttachment = Omit<
  Insertable<AttachmentsTable>,
  'id' | 'client_is_new' | 'ends_at' | 'closed_at' | 'close_reason' | 'replaced_by' | 'created_at'
>;

/** Queries for attachments. */
export const attachmentsOf = (trx: Db, organizationId: string) =>
  trx.selectFrom('attachments').selectAll().where('organization_id', '=', organizationId);

/** The start of the first day of an attachment in the zone of the organization; undefined when that day is not after the given one. */
export async function startAfter(
  trx: Db,
  { organization_id, id }: Pick<Attachment, 'organization_id' | 'id'>,
  day: string,
): Promise<Date | undefined> {
  const found = await trx
    .selectFrom('attachments as a')
    .innerJoin('organizations as o', 'o.id', 'a.organization_id')
    .select(sql<Date>`(a.starts_at::timestamp at time zone o.time_zone)`.as('at'))
    .where('a.organization_id', '=', organization_id)
    .where('a.id', '=', id)
    .where(sql<boolean>`a.starts_at > ${day}::date`)
    .executeTakeFirst();
  return found?.at;
}

type Held = { client_id: string; program_id: string };

/** Returns a function that finds the open attachment of a client in a program. It reads those of the clients with one statement. */
export async function openAttachments(trx: Db, organizationId: string, clientIds: readonly string[]) {
  const rows = await attachmentsOf(trx, organizationId)
    .where(sql<boolean>`client_id = any(${clientIds}::uuid[])`)
    .where('closed_at', 'is', null)
    .execute();
  const toKey = ({ client_id, program_id }: Held) => `${client_id} ${program_id}`;
  const open = new Map(rows.map((row) => [toKey(row), row]));
  return (of: Held) => open.get(toKey(of));
}

/** The open attachment of a client in a program. */
export async function openAttachment(
  trx: Db,
  { organizationId, clientId, programId }: { organizationId: string; clientId: string; programId: string },
) {
  const findOpen = await openAttachments(trx, organizationId, [clientId]);
  return findOpen({ client_id: clientId, program_id: programId });
}

/** Returns true when the rule of an attachment pays for later sales of this day. */
export async function paysLaterSales(
  trx: Db,
  { organization_id, id }: Pick<Attachment, 'organization_id' | 'id'>,
  day: string,
): Promise<boolean> {
  const found = await trx
    .selectFrom('attachments as a')
    .innerJoin('reward_rules as r', (join) =>
      join.onRef('r.organization_id', '=', 'a.organization_id').onRef('r.id', '=', 'a.reward_rule_id'),
    )
    .select('a.id')
    .where('a.organization_id', '=', organization_id)
    .where('a.id', '=', id)
    .where('r.event', '=', 'deal_won')
    .where('r.applies_to', '<>', 'first_sale')
    .where(sql<boolean>`coalesce(a.ends_at, 'infinity') >= ${day}::date`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns true when the attachment that a sale is credited to ends before a day. An attachment never ends before the deal that opened it. */
export async function endsBefore(
  trx: Db,
  organizationId: string,
  { lead_id, attachment_id }: { lead_id: string | null; attachment_id: string | null },
  day: string,
): Promise<boolean> {
  const found = await attachmentsOf(trx, organizationId)
    .where('id', '=', attachment_id)
    .where(sql<boolean>`lead_id is distinct from ${lead_id} and ends_at < ${day}::date`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The attachments that leads opened, by lead, in the order of their ids. */
export async function attachmentsOfLeads(
  trx: Db,
  organizationId: string,
  leadIds: readonly string[],
): Promise<Map<string, Attachment[]>> {
  const found = await attachmentsOf(trx, organizationId)
    .where(sql<boolean>`lead_id = any(${leadIds}::uuid[])`)
    .orderBy('id')
    .execute();
  return Map.groupBy(found, ({ lead_id }) => lead_id ?? '');
}

/** The open attachment that a lead opened. */
export const openAttachmentOfLead = (trx: Db, organizationId: string, leadId: string) =>
  attachmentsOf(trx, organizationId)
    .where('lead_id', '=', leadId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();

export type Attachment = NonNullable<Awaited<ReturnType<typeof openAttachment>>>;

type SaleDay = { clientId: string; paidOn: string };
type Credited = { id: string; program_id: string };

/** Returns for each day the attachments that a sale of the client may be credited to, newest first: open on that day, and not opened by a lead that is no deal any more. */
export async function attachmentsOn(
  trx: Db,
  organizationId: string,
  days: readonly { clientId: string | null; paidOn: string }[],
): Promise<Credited[][]> {
  const wanted = days.map(({ clientId, paidOn }, place) => ({ place, client_id: clientId, paid_on: paidOn }));
  const { rows } = await sql<Credited & { place: number }>`
    select wanted.place, a.id, a.program_id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (place int, client_id uuid, paid_on date)
    join attachments a on a.organization_id = ${organizationId} and a.client_id = wanted.client_id
    join organizations o on o.id = a.organization_id
    left join leads l on l.organization_id = a.organization_id and l.id = a.lead_id
    where a.starts_at <= wanted.paid_on and coalesce(a.ends_at, 'infinity') >= wanted.paid_on
      and (a.closed_at is null or (a.closed_at at time zone o.time_zone)::date > wanted.paid_on)
      and (l.id is null or l.status = 'won')
    order by wanted.place, a.created_at desc, a.id desc`.execute(trx);
  const found = Map.groupBy(rows, ({ place }) => place);
  return days.map((_, place) => found.get(place) ?? []);
}

/**
 * Returns the id of the attachment that a sale is credited to. Null for a client who was attached to no partner.
 *
 * @throws ApiError 400 for the field, when the client is not attached in the program, or is attached in several programs and none is given.
 */
export function chooseAttachment(
  found: readonly Credited[],
  programId: string | undefined,
  field: 'program' | 'paid_on' = 'program',
): string | null {
  const chosen = programId === undefined ? found : found.filter(({ program_id }) => program_id === programId);
  const [first] = chosen;
  if (programId !== undefined && first === undefined)
    throw invalid({ [field]: ['На эту дату клиент не закреплен за партнером программы.'] });
  if (chosen.some(({ program_id }) => program_id !== first?.program_id))
    throw invalid(
      field === 'program'
        ? { program: ['Выберите программу: клиент закреплен в нескольких.'] }
        : { paid_on: ['На эту дату клиент закреплен в нескольких программах.'] },
    );
  return first?.id ?? null;
}

/** Returns the id of the attachment that a sale of a day is credited to, as `chooseAttachment`. */
export async function attachmentOn(
  trx: Db,
  { organizationId, ...day }: SaleDay & { organizationId: string },
  programId: string | undefined,
  field?: 'program' | 'paid_on',
): Promise<string | null> {
  const [found = []] = await attachmentsOn(trx, organizationId, [day]);
  return chooseAttachment(found, programId, field);
}

/** The latest attachment of a lead for a partner, of all that the lead opened. */
export const lastOfPartner = (
  opened: readonly Attachment[],
  partnerId: string | null,
): Attachment | undefined =>
  opened
    .filter(({ partner_id }) => partner_id === partnerId)
    .toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())
    .at(-1);
