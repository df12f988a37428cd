import type { LeadStatus, NewLead } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { cutAtRepeats, readOnce } from '../../platform/row-batches.ts';
import { updateDeals } from '../clients/sales/first-sale.ts';
import { createBulkIntake } from './intake.ts';
import { checkTogether, toIncoming } from './lead-entry.ts';
import { recordLead, recordLeads } from './lead-webhooks.ts';
import { leadsRepo } from './leads.repo.ts';
import { emailKey, type IncomingLead, recordLeadHistories } from './leads.ts';
import type { LeadEvents } from './transitions/lead-events.ts';
import { createLeadTransitions } from './transitions/lead-transitions.ts';
import type { RequestedTransition } from './transitions/transition-checks.ts';

/** A lead that was collected elsewhere. */
export type ImportedLead = NewLead & {
  createdAt: Date;
  status: LeadStatus;
  /** Time of the current status. */
  statusAt: Date;
  amountKop: number | undefined;
  /** Why the lead was rejected or lost. */
  reason: string;
  isRewarded: boolean;
  /** Comment of the first entry in the history. */
  historyComment: string;
};

/** Transitions that lead to each status of a new lead. */
const PATHS: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  new: [],
  duplicate: [],
  in_progress: ['in_progress'],
  qualified: ['qualified'],
  won: ['qualified', 'won'],
  lost: ['in_progress', 'lost'],
  rejected: ['rejected'],
};

/**
 * Creates the functions that import a lead and undo that. The lead and its history keep their dates, its client, sale and rewards are written as those of other
 * leads, and nobody is notified. Webhooks get one event with the final status.
 */
export function createLeadImport(clock: Clock, events: LeadEvents) {
  const quiet: LeadEvents = {
    ...events,
    leadsCame: recordLeadHistories,
    async leadsTransitioned(trx, changes) {
      await recordLeadHistories(trx, changes);
      await updateDeals(trx, changes);
    },
  };
  const intake = createBulkIntake(clock, quiet);

  const transitions = createLeadTransitions(clock, quiet);

  /** Moves new leads to their statuses. Duplicates are not moved. */
  async function move(trx: Db, staff: Staff, ids: readonly string[], leads: readonly ImportedLead[]) {
    const moved = leads.flatMap((lead, at) =>
      PATHS[lead.status].length === 0 ? [] : [{ id: ids[at] ?? '', steps: toSteps(lead) }],
    );
    const created = await leadsRepo(trx).lockAll(
      staff.organizationId,
      moved.map(({ id }) => id),
    );
    const fresh = new Set(created.filter(({ status }) => status === 'new').map(({ id }) => id));
    await transitions.applyPaths(
      trx,
      staff,
      moved.filter(({ id }) => fresh.has(id)),
    );
  }

  /** @returns the ids, in the order of the leads. A lead that repeats the contact of a live lead stays a duplicate. */
  async function importLeads(trx: Db, staff: Staff, leads: readonly ImportedLead[]): Promise<string[]> {
    const { organizationId } = staff;
    const check = readOnce((program: string, partner: string) =>
      checkTogether(trx, organizationId, program, partner || null),
    );
    const ids: string[] = [];
    for (const part of cutAtEffects(leads, await programsWithBudget(trx, organizationId, leads))) {
      const incoming: IncomingLead[] = [];
      for (const lead of part) {
        const { partner: partnerId = null, program, createdAt, status, isRewarded, historyComment } = lead;
        await check(program, partnerId ?? '');
        incoming.push({
          ...toIncoming(staff, { organizationId, partnerId }, lead),
          source: 'import',
          history: { createdAt, status, isRewarded, comment: historyComment },
        });
      }
      const taken = await intake(trx, organizationId, incoming);
      await move(trx, staff, taken, part);
      ids.push(...taken);
    }
    await recordLeads(trx, 'lead.created', { organizationId, at: clock() }, ids);
    return ids;
  }

  /** Rejects an imported lead. A deal is lost: its sale and its rewards are canceled. */
  async function undoLead(trx: Db, staff: Staff, id: string, reason: string) {
    const { organizationId } = staff;
    const row = await leadsRepo(trx).findLocked(organizationId, id);
    const to = row?.status === 'won' ? 'lost' : 'rejected';
    const change = { to, reason_code: 'other', reason_comment: reason } as const;
    await transitions.apply(trx, staff, id, change);
    await recordLead(trx, 'lead.updated', { organizationId, leadId: id, at: clock() });
  }

  return { importLeads, undoLead };
}

/** Transitions of a new lead to its status, at the time of that. Money and the journal get the time at which they are written. */
const toSteps = ({ status, statusAt, amountKop, reason }: ImportedLead): RequestedTransition[] =>
  PATHS[status].map((to) => ({
    to,
    at: statusAt,
    ...(to === 'won' && amountKop !== undefined && { deal_amount_kop: amountKop }),
    ...((to === 'lost' || to === 'rejected') && { reason_code: 'other', reason_comment: reason }),
  }));

async function programsWithBudget(trx: Db, organizationId: string, leads: readonly ImportedLead[]) {
  const ids = [...new Set(leads.map(({ program }) => program))];
  const rows = await trx
    .selectFrom('programs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('budget_kop', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Cuts leads before those that the transition of an earlier one affects: it changes duplicates of its contact, and its reward may exhaust the budget. */
function cutAtEffects(leads: readonly ImportedLead[], withBudget: ReadonlySet<string>): ImportedLead[][] {
  const contacts = ({ phone, email }: ImportedLead) => [phone, ...(email ? [emailKey(email)] : [])];
  return cutAtRepeats(leads, contacts).flatMap((different) => {
    const isLast = ({ isRewarded, status, program }: ImportedLead) =>
      isRewarded && PATHS[status].length > 0 && withBudget.has(program);
    const parts: ImportedLead[][] = [[]];
    for (const lead of different) {
      parts.at(-1)?.push(lead);
      if (isLast(lead)) parts.push([]);
    }
    return parts.filter(({ length }) => length > 0);
  });
}
