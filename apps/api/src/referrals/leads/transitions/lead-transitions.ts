import {
  isLive,
  type LeadPatch,
  type LeadStatus,
  type LeadTransfer,
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
import { cutAtRepeats, readOnce } from '../../../platform/row-batches.ts';
import { lockClients } from '../../clients/known-clients.ts';
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
import { buildLeadSearchText, leadsRepo, type TransitionChange } from '../leads.repo.ts';
import { emailKey, type LeadChange, type LeadMove, PERSONAL_LEAD_FIELDS } from '../leads.ts';
import type { LeadEvents } from './lead-events.ts';
import { checkInput, checkSale, findSales, type RequestedTransition } from './transition-checks.ts';
import { findUndo } from './undo-transition.ts';

type Row = Selectable<LeadsTable>;
/** Transitions of a lead, in their order. */
export type LeadPath = { id: string; steps: readonly RequestedTransition[] };

type Move = LeadMove & { row: Row; at: Date };

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

  /** Updates locked leads with different contacts to their new statuses and emits the event. */
  const moveDifferent = async (trx: Db, staff: Staff, moves: readonly Move[]) => {
    const readWindow = readOnce((program: string) =>
      leadsRepo(trx).duplicateWindow(staff.organizationId, program),
    );
    const updates: TransitionChange[] = [];
    for (const { row, to, at, reason_code, reason_comment, deal_amount_kop } of moves) {
      const windowDays = await readWindow(row.program_id);
      const contact = toContact(row);
      const first = to === 'duplicate' ? await findFirst(trx, contact, new Date(0), row.id) : undefined;
      // Live leads created before the duplicate window release the phone, as they do for a new lead.
      if (isLive(to) && !isLive(row.status)) await releasePhone(trx, contact, windowStart(at, windowDays));
      updates.push({
        ...{ id: row.id, status: to, reason_code, reason_comment, deal_amount_kop },
        duplicate_of: first?.id ?? null,
        offered_at: first === undefined ? null : windowEnd(first.created_at, windowDays),
        holds_phone: isLive(to) && (row.holds_phone || !isLive(row.status)),
        updated_at: at,
      });
    }
    await mapUniqueViolation('leads_live_phone', liveLeadExists, () =>
      leadsRepo(trx).transition(staff.organizationId, updates),
    );
    for (const { row, to, at } of moves)
      if (to === 'rejected') await offerDuplicates(trx, toContact(row), at);
    await events.leadsTransitioned(
      trx,
      moves.map(
        ({ row, to, at, comment, changed, reason_code: reasonCode, deal_amount_kop: dealAmountKop }) =>
          buildChange(staff, row, { to, reasonCode, comment, changed, dealAmountKop, at }),
      ),
    );
  };

  /** Updates locked leads to their new statuses. The transition of a lead affects others with its contact. */
  const move = async (trx: Db, staff: Staff, moves: readonly Move[]) => {
    const contacts = ({ row: { phone, email_key } }: Move) => [phone, ...(email_key ? [email_key] : [])];
    for (const part of cutAtRepeats(moves, contacts)) await moveDifferent(trx, staff, part);
  };

  /**
   * Applies transitions of different leads, in their order.
   *
   * @returns the status before each transition, and the version after it.
   * @throws ApiError for the first that is refused.
   */
  const applyAll = async (
    trx: Db,
    staff: Staff,
    requests: readonly (RequestedTransition & { id: string })[],
  ): Promise<{ from: LeadStatus; version: number }[]> => {
    const ids = requests.map(({ id }) => id);
    const rows = new Map(
      (await leadsRepo(trx).lockAll(staff.organizationId, ids)).map((row) => [row.id, row]),
    );
    const wonIds = requests.filter(({ to }) => to === 'won').map(({ id }) => id);
    const sales = await findSales(trx, staff.organizationId, wonIds);
    const readKind = readOnce((rule: string) => leadsRepo(trx).ruleKind(staff.organizationId, rule || null));
    const now = clock();
    const moves: Move[] = [];
    for (const { id, to, version, from, at = now, ...input } of requests) {
      const row = rows.get(id);
      if (row === undefined) throw noSuchObject();
      checkVersion(row, version);
      checkTransition(stateMachines.lead, row.status, to, from && [from]);
      await checkInput(row, { to, ...input }, readKind);
      const { reason_code = null, reason_comment = '', deal_amount_kop = row.deal_amount_kop } = input;
      if (to === 'won') checkSale(sales.get(id), deal_amount_kop);
      const changed = input.deal_amount_kop === undefined ? [] : ['deal_amount_kop'];
      const values = { reason_code, reason_comment, deal_amount_kop, comment: reason_comment, changed };
      moves.push({ row, to, at, ...values });
    }
    await move(trx, staff, moves);
    return moves.map(({ row }) => ({ from: row.status, version: row.version + 1 }));
  };

  const update = async (trx: Db, staff: Staff, id: string, { version, ...patch }: LeadPatch) => {
    const row = await lockLead(trx, staff, id);
    checkVersion(row, version);
    const input = defined(patch);
    if (input.deal_amount_kop !== undefined && row.status !== 'won') {
      throw invalid({ deal_amount_kop: ['Сумму можно изменить только у сделки.'] });
    }
    if (input.deal_amount_kop !== undefined)
      checkSale((await findSales(trx, staff.organizationId, [id])).get(id), input.deal_amount_kop);
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
    applyAll,

    /** Applies a transition, as `applyAll`. */
    async apply(trx: Db, staff: Staff, id: string, request: RequestedTransition) {
      const [applied] = await applyAll(trx, staff, [{ ...request, id }]);
      if (applied === undefined) throw noSuchObject();
      return applied;
    },

    /**
     * Moves different leads along paths of statuses. Leads that become deals lock the clients first: their rewards lock partners, which comes later
     * in every transaction.
     */
    async applyPaths(trx: Db, staff: Staff, paths: readonly LeadPath[]) {
      const { organizationId } = staff;
      await leadsRepo(trx).lockAll(
        organizationId,
        paths.map(({ id }) => id),
      );
      if (paths.some(({ steps }) => steps.some(({ to }) => to === 'won')))
        await lockClients(trx, organizationId);
      const longest = Math.max(0, ...paths.map(({ steps }) => steps.length));
      for (let at = 0; at < longest; at += 1)
        await applyAll(
          trx,
          staff,
          paths.flatMap(({ id, steps }) => {
            const step = steps[at];
            return step === undefined ? [] : [{ ...step, id }];
          }),
        );
    },

    /** Moves a lead back to the status before its last transition. @throws ApiError 409 when that is no longer possible. */
    async undo(trx: Db, staff: Staff, id: string, version: number) {
      const row = await lockLead(trx, staff, id);
      const at = clock();
      await move(trx, staff, [{ row, at, ...(await findUndo(trx, staff, row, version, at)) }]);
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

const toContact = ({ organization_id: organizationId, phone, email }: Row) => ({
  organizationId,
  phone,
  email,
});
