import type { Conversion, NewConversion } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { ConversionsTable } from '../../database/tables/leads.ts';
import { noteOtherBodies, storeEvents } from '../../integrations/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { ApiError, conflict, invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { formatMoment, formatRubles } from '../../platform/russian-format.ts';
import { checkTogether } from '../leads/lead-entry.ts';
import { leadsRepo } from '../leads/leads.repo.ts';
import { type IncomingLead, writtenFields } from '../leads/leads.ts';
import { leadView } from '../leads/leads.view.ts';
import { CLOCK_SKEW_MS, chooseClick, type UsableClick } from './clicks.ts';

type Reason = ConversionsTable['reason'];
/** The organization, and the author of the lead in its history. */
type Sender = { staff: Staff; actorId: string | null };
type TakeLead = (trx: Db, lead: IncomingLead) => Promise<string>;

/** Maximum number of characters of the comment of a lead. */
const MAX_COMMENT = 2000;

const REPEATED = 'Эта заявка уже принята.';
const CHANGED = 'Эта заявка уже принята с другими данными. Новые данные не сохранены.';
const NOTHING_CREATED = 'Подходящего перехода нет, и программа не указана: лид не создан.';

const otherContacts = () =>
  conflict('idempotency_conflict', 'Заявка с этим номером уже принята с другим телефоном.');

export type ConversionsService = ReturnType<typeof createConversionsService>;

/** Creates leads from the organization's own site. */
export function createConversionsService(db: Db, clock: Clock, takeLead: TakeLead) {
  const stored = (trx: Db, { organizationId }: Staff, externalId: string) =>
    trx
      .selectFrom('conversions')
      .select(['lead_id', 'reason'])
      .where('organization_id', '=', organizationId)
      .where('external_id', '=', externalId)
      .executeTakeFirst();

  async function view(trx: Db, staff: Staff, leadId: string, reason: Reason) {
    const row = await leadsRepo(trx).find(staff, leadId, clock());
    if (row === undefined) throw new Error(`lead ${leadId} of a conversion is missing`);
    const { id, number, status, program, partner } = leadView(row, staff);
    return { lead: { id, number, status }, program, partner, reason, phone: row.phone };
  }

  async function repeated(
    trx: Db,
    staff: Staff,
    input: NewConversion,
  ): Promise<Conversion | ApiError | undefined> {
    const found = await stored(trx, staff, input.external_id);
    if (found === undefined) return undefined;
    const { phone, ...shown } = await view(trx, staff, found.lead_id, found.reason);
    const event = { externalId: input.external_id, body: input };
    const others = await noteOtherBodies(trx, staff.organizationId, 'conversion', [event], clock());
    if (phone !== input.phone) return otherContacts();
    const detail = others.length === 0 ? REPEATED : CHANGED;
    return { external_id: input.external_id, is_repeat: true, ...shown, detail, ignored: [] };
  }

  const store = (
    trx: Db,
    { organizationId }: Staff,
    input: NewConversion,
    result: { occurred: Date; leadId?: string; ignored?: string },
  ) => {
    const { external_id: externalId } = input;
    const event = {
      kind: 'conversion',
      externalId,
      objectKey: `conversion:${externalId}`,
      body: input,
    } as const;
    const occasion = { organizationId, channel: 'own_site', at: clock() } as const;
    return storeEvents(trx, occasion, [{ ...event, ...result }]);
  };

  async function create(
    trx: Db,
    { staff, actorId }: Sender,
    input: NewConversion,
    occurredAt: Date,
  ): Promise<Conversion> {
    const { organizationId } = staff;
    const { external_id } = input;
    const programId = input.program ?? null;
    if (programId !== null) await checkTogether(trx, organizationId, programId, null);
    const { chosen, ignored } = await chooseClick(trx, { organizationId, programId, occurredAt }, input);
    const intoProgram = chosen?.target.program_id ?? programId;
    if (intoProgram === null) {
      await store(trx, staff, input, { occurred: occurredAt, ignored: NOTHING_CREATED });
      return ignoredConversion(external_id, ignored);
    }
    const reason: Reason = chosen === undefined ? 'no_click' : `${chosen.target.attribution}_click`;
    const detail = await describe(trx, organizationId, reason, chosen);
    const leadId = await takeLead(trx, {
      organizationId,
      programId: intoProgram,
      ...sourceOf(chosen),
      source: 'own_site',
      phone: input.phone,
      ...writtenFields({ ...input, comment: buildComment(input) }),
      unverified: false,
      consent: null,
      actorId,
      requestId: staff.requestId,
      note: detail,
    });
    await trx
      .insertInto('conversions')
      .values({
        organization_id: organizationId,
        external_id,
        lead_id: leadId,
        reason,
        occurred_at: occurredAt,
        received_at: clock(),
      })
      .execute();
    await store(trx, staff, input, { occurred: occurredAt, leadId });
    const { phone: _, ...shown } = await view(trx, staff, leadId, reason);
    return { external_id, is_repeat: false, ...shown, detail, ignored };
  }

  return {
    /**
     * Creates a lead, or returns the lead that the same external id created. The partner is the one of the last or the first click, by the
     * setting of the program. Without a usable click and without a program nothing is created.
     *
     * @param actorId author of the lead in its history. Null: a form of the site.
     * @throws ApiError 409 when the program accepts no leads, or when the external id was used with another phone.
     */
    async create(
      staff: Staff,
      input: NewConversion,
      actorId: string | null = staff.userId,
    ): Promise<Conversion> {
      // A refusal because of other contacts is returned, so that the event keeps the note about it.
      const result = await db.transaction().execute(async (trx) => {
        const key = `conversion ${staff.organizationId} ${input.external_id}`;
        await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
        const occurredAt = input.occurred_at === undefined ? clock() : new Date(input.occurred_at);
        if (occurredAt.getTime() > clock().getTime() + CLOCK_SKEW_MS)
          throw invalid({ occurred_at: ['Этот момент еще не наступил.'] });
        return (await repeated(trx, staff, input)) ?? create(trx, { staff, actorId }, input, occurredAt);
      });
      if (result instanceof ApiError) throw result;
      return result;
    },
  };
}

const ignoredConversion = (external_id: string, ignored: Conversion['ignored']): Conversion => ({
  external_id,
  is_repeat: false,
  ...{ lead: null, program: null, partner: null },
  reason: 'ignored',
  detail: NOTHING_CREATED,
  ignored,
});

const sourceOf = (chosen: UsableClick | undefined) => ({
  partnerId: chosen?.target.partner_id ?? null,
  linkId: chosen?.target.link_id ?? null,
  clickId: chosen?.click?.id ?? null,
  ...(chosen?.click && { visit: { ...chosen.click.utm, referrer_host: chosen.click.referrer_host } }),
});

/** Comment of the lead. A lead has no amount before its deal, so the product and the amount are part of the comment. */
function buildComment({ comment = '', product = '', amount_kop = null }: NewConversion): string {
  const order = [
    product !== '' && `Товар: ${product}`,
    amount_kop !== null && `Сумма: ${formatRubles(amount_kop)}`,
  ].filter((line) => line !== false);
  const room = MAX_COMMENT - order.join('\n').length - 1;
  return [...Array.from(comment).slice(0, room).join('').split('\n'), ...order].filter(Boolean).join('\n');
}

/** Reason why the partner receives the lead, with the moment of the click in the time zone of the organization. */
async function describe(trx: Db, organizationId: string, reason: Reason, chosen: UsableClick | undefined) {
  if (reason === 'no_click' || chosen === undefined)
    return 'Заявка с вашего сайта без партнера: подходящего перехода нет.';
  const { time_zone } = await trx
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const at = formatMoment(chosen.at, time_zone);
  return reason === 'first_click'
    ? `Заявка с вашего сайта. Партнер определен по первому переходу: ${at}.`
    : `Заявка с вашего сайта. Партнер определен по последнему переходу: ${at}.`;
}
