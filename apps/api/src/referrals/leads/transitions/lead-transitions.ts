import {
  isLive,
  type LeadPatch,
  type LeadStatus,
  type LeadTransfer,
  type LeadTransition,
  reasonProblems,
  stateMachines,
} from '@referral-dashboard/api-contract';
import type { Selectable } from 'kysely';
import { buildPersonalChange } from '../../../audit/index.ts';
import { checkTransition, checkVersion } from '../../../database/rules/transitions.ts';
import type { LeadsTable } from '../../../database/tables/leads.ts';
import { earnsReward, selfReferralMatches } from '../../../money/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defined, mapUniqueViolation } from '../../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { saleAmountProblem } from '../../clients/sales/refunds.ts';
import { ruleForNextPartner } from '../../programs/terms/own-rule.ts';
import {
  findFirst,
  liveLeadWith,
  offerDuplicates,
  releasePhone,
  windowEnd,
  windowStart,
} from '../duplicates.ts';
import { checkStanding, checkTogether } from '../lead-entry.ts';
import { buildLeadSearchText, leadsRepo } from '../leads.repo.ts';
import { emailKey, type LeadChange, type LeadMove, PERSONAL_LEAD_FIELDS } from '../leads.ts';
import type { LeadEvents } from './lead-events.ts';
import { findUndo } from './undo-transition.ts';

type Row = Selectable<LeadsTable>;
/** A transition. Without `version` it applies to any version; with `from` only to leads in that status. */
export type RequestedTransition = Omit<LeadTransition, 'version'> & {
  version?: number;
  from?: LeadStatus | undefined;
};

export type LeadTransitions = ReturnType<typeof createLeadTransitions>;

const liveLeadExists = () =>
  conflict(
    'live_lead_exists',
    'С этим телефоном уже есть лид в работе. Сначала закройте его или отметьте дублем.',
  );

/** Changes of a lead. Each change checks the status, updates the row and emits a domain event. */
export function createLeadTransitions(clock: Clock, events: LeadEvents) {
  const lockLead = async (trx: Db, { organizationId }: Staff, id: string): Promise<Row> => {
    const row = await leadsRepo(trx).findLocked(organizationId, id);
    if (row === undefined) throw noSuchObject();
    return row;
  };
  type ChangeDetails = Pick<
    LeadChange,
    'to' | 'reasonCode' | 'comment' | 'changed' | 'at' | 'dealAmountKop' | 'personal'
  >;
  const buildChange = (staff: Staff, row: Row, details: ChangeDetails): LeadChange => ({
    ...details,
    organizationId: staff.organizationId,
    leadId: row.id,
    from: row.status,
    dealAmountBeforeKop: row.deal_amount_kop,
    actorId: staff.userId,
    requestId: staff.requestId,
    clock,
  });

  /** Updates a locked lead to its new status and emits the event. */
  const move = async (
    trx: Db,
    staff: Staff,
    row: Row,
    { to, comment, changed, ...values }: LeadMove,
    at: Date,
  ) => {
    const windowDays = await leadsRepo(trx).duplicateWindow(row.organization_id, row.program_id);
    const contact = toContact(row);
    const first = to === 'duplicate' ? await findFirst(trx, contact, new Date(0), row.id) : undefined;
    // Live leads created before the duplicate window release the phone, as they do for a new lead.
    if (isLive(to) && !isLive(row.status)) await releasePhone(trx, contact, windowStart(at, windowDays));
    const change = {
      ...values,
      status: to,
      duplicate_of: first?.id ?? null,
      offered_at: first === undefined ? null : windowEnd(first.created_at, windowDays),
      holds_phone: isLive(to) && (row.holds_phone || !isLive(row.status)),
      updated_at: at,
    };
    await mapUniqueViolation('leads_live_phone', liveLeadExists, () =>
      leadsRepo(trx).update(staff.organizationId, row.id, change),
    );
    if (to === 'rejected') await offerDuplicates(trx, contact, at);
    const { reason_code: reasonCode, deal_amount_kop: dealAmountKop } = values;
    const details = { to, reasonCode, comment, changed, dealAmountKop, at };
    await events.leadTransitioned(trx, buildChange(staff, row, details));
  };

  const update = async (trx: Db, staff: Staff, id: string, { version, ...patch }: LeadPatch) => {
    const row = await lockLead(trx, staff, id);
    checkVersion(row, version);
    const input = defined(patch);
    if (input.deal_amount_kop !== undefined && row.status !== 'won') {
      throw invalid({ deal_amount_kop: ['Сумму можно изменить только у сделки.'] });
    }
    if (input.deal_amount_kop !== undefined) await checkSale(trx, row, input.deal_amount_kop);
    const at = clock();
    const now = { ...row, ...input };
    const contact = { organizationId: row.organization_id, emailKey: emailKey(now.email) };
    const isNewEmail = contact.emailKey !== row.email_key;
    const matches = await selfReferralMatches(trx, {
      ...contact,
      partnerId: row.partner_id,
      phone: row.phone,
    });
    await leadsRepo(trx).update(staff.organizationId, id, {
      ...input,
      email_key: contact.emailKey,
      ...(isNewEmail && {
        same_email_as: isLive(row.status) ? await liveLeadWith(trx, contact, id) : null,
        self_referral: row.self_referral || matches.length > 0,
        self_referral_matches: matches,
      }),
      search_text: buildLeadSearchText(now),
      updated_at: at,
    });
    const changed = Object.keys(input);
    const personal = buildPersonalChange(id, row, input, PERSONAL_LEAD_FIELDS);
    const change = buildChange(staff, row, {
      ...{ to: row.status, reasonCode: null, comment: '', changed, at },
      dealAmountKop: now.deal_amount_kop,
      ...(personal && { personal }),
    });
    if (now.deal_amount_kop === row.deal_amount_kop) await events.leadEdited(trx, change);
    else await events.dealChanged(trx, change);
  };

  return {
    /** @returns the status before the transition, and the version after it. */
    async apply(
      trx: Db,
      staff: Staff,
      id: string,
      { to, version, from, ...input }: RequestedTransition,
    ): Promise<{ from: LeadStatus; version: number }> {
      const row = await lockLead(trx, staff, id);
      checkVersion(row, version);
      checkTransition(stateMachines.lead, row.status, to, from && [from]);
      await checkInput(trx, row, { to, ...input });
      if (to === 'won') await checkSale(trx, row, input.deal_amount_kop ?? row.deal_amount_kop);
      const { reason_code = null, reason_comment = '' } = input;
      const values = {
        reason_code,
        reason_comment,
        deal_amount_kop: input.deal_amount_kop ?? row.deal_amount_kop,
      };
      const changed = input.deal_amount_kop === undefined ? [] : ['deal_amount_kop'];
      await move(trx, staff, row, { to, ...values, comment: reason_comment, changed }, clock());
      return { from: row.status, version: row.version + 1 };
    },

    /** Moves a lead back to the status before its last transition. @throws ApiError 409 when that is no longer possible. */
    async undo(trx: Db, staff: Staff, id: string, version: number) {
      const row = await lockLead(trx, staff, id);
      const at = clock();
      await move(trx, staff, row, await findUndo(trx, staff, row, version, at), at);
    },

    /** Transfers a lead to another partner of its program. Rewards that it has already earned stay with the former partner. */
    async transfer(trx: Db, staff: Staff, id: string, { partner, reason, version }: LeadTransfer) {
      const row = await lockLead(trx, staff, id);
      checkVersion(row, version);
      if (partner === row.partner_id) throw invalid({ partner: ['Лид уже у этого партнера.'] });
      await checkTogether(trx, staff.organizationId, row.program_id, partner);
      await checkStanding(trx, staff.organizationId, partner);
      const at = clock();
      const hasEarned = earnsReward(row.status, row.reward_event);
      const contact = { organizationId: row.organization_id, phone: row.phone, emailKey: row.email_key };
      const matches = await selfReferralMatches(trx, { ...contact, partnerId: partner });
      await leadsRepo(trx).update(staff.organizationId, id, {
        partner_id: partner,
        // The event below sets `earned_by` again. It never equals `partner_id`.
        earned_by: null,
        ...(!hasEarned && (await ruleForNextPartner(trx, row, partner))),
        self_referral: matches.length > 0,
        self_referral_matches: matches,
        updated_at: at,
      });
      await events.leadTransferred(trx, {
        ...buildChange(staff, row, { to: row.status, reasonCode: null, comment: reason, changed: [], at }),
        transfer: { from: row.partner_id, to: partner },
        hasEarned,
      });
    },

    /** Changes the deal amount of a won lead. */
    async changeDeal(trx: Db, staff: Staff, id: string, deal_amount_kop: number) {
      const { version } = await lockLead(trx, staff, id);
      await update(trx, staff, id, { deal_amount_kop, version });
    },

    update,
  };
}

/** @throws ApiError 400 for a missing or unsuitable reason, and for a deal without an amount. */
async function checkInput(trx: Db, row: Row, input: Omit<RequestedTransition, 'version'>) {
  const amount = await amountProblem(trx, row, input);
  const problems = {
    ...reasonProblems({ ...input, from: row.status }),
    ...(amount !== undefined && { deal_amount_kop: [amount] }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** @throws ApiError 400 when the sale of the lead cannot have the new deal amount. */
async function checkSale(trx: Db, row: Row, amountKop: number | null) {
  const problem = await saleAmountProblem(trx, row.organization_id, row.id, amountKop);
  if (problem !== undefined) throw invalid({ deal_amount_kop: [problem] });
}

async function amountProblem(
  trx: Db,
  row: Row,
  { to, deal_amount_kop }: Omit<RequestedTransition, 'version'>,
) {
  if (to !== 'won') return deal_amount_kop === undefined ? undefined : 'Сумма указывается только для сделки.';
  if (deal_amount_kop !== undefined || row.deal_amount_kop !== null) return undefined;
  const kind = await leadsRepo(trx).ruleKind(row.organization_id, row.reward_rule_id);
  return kind === 'percent' ? 'Укажите сумму сделки: от нее зависит вознаграждение.' : undefined;
}

const toContact = ({ organization_id: organizationId, phone, email }: Row) => ({
  organizationId,
  phone,
  email,
});
