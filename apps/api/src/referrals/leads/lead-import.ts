import type { LeadStatus, NewLead } from '@referral-dashboard/api-contract';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { updateDeal } from '../clients/first-sale.ts';
import { createIntake } from './intake.ts';
import { leadFromEntry } from './lead-entry.ts';
import { recordLead } from './lead-webhooks.ts';
import { leadsRepo } from './leads.repo.ts';
import { recordLeadHistory } from './leads.ts';
import type { LeadEvents } from './transitions/lead-events.ts';
import { createLeadTransitions } from './transitions/lead-transitions.ts';

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
    leadCame: recordLeadHistory,
    async leadTransitioned(trx, change) {
      await recordLeadHistory(trx, change);
      // Money and the journal get the time at which they are written.
      await updateDeal(trx, { ...change, clock });
    },
  };
  const intake = createIntake(clock, quiet);

  /** @returns the id of the lead. A lead that repeats the contact of a live lead stays a duplicate. */
  async function importLead(trx: Db, staff: Staff, input: ImportedLead): Promise<string> {
    const { createdAt, status, statusAt, amountKop, reason, isRewarded, historyComment } = input;
    const id = await intake(trx, {
      ...(await leadFromEntry(trx, staff, input)),
      source: 'import',
      history: { createdAt, status, isRewarded, comment: historyComment },
    });
    const path = PATHS[status];
    const created = path.length === 0 ? undefined : await leadsRepo(trx).findLocked(staff.organizationId, id);
    const transitions = createLeadTransitions(() => statusAt, quiet);
    for (const to of created?.status === 'new' ? path : [])
      await transitions.apply(trx, staff, id, {
        to,
        ...(to === 'won' && amountKop !== undefined && { deal_amount_kop: amountKop }),
        ...((to === 'lost' || to === 'rejected') && { reason_code: 'other', reason_comment: reason }),
      });
    await recordLead(trx, 'lead.created', { organizationId: staff.organizationId, leadId: id, at: clock() });
    return id;
  }

  /** Rejects an imported lead. A deal is lost: its sale and its rewards are canceled. */
  async function undoLead(trx: Db, staff: Staff, id: string, reason: string) {
    const { organizationId } = staff;
    const row = await leadsRepo(trx).findLocked(organizationId, id);
    const to = row?.status === 'won' ? 'lost' : 'rejected';
    const change = { to, reason_code: 'other', reason_comment: reason } as const;
    await createLeadTransitions(clock, quiet).apply(trx, staff, id, change);
    await recordLead(trx, 'lead.updated', { organizationId, leadId: id, at: clock() });
  }

  return { importLead, undoLead };
}
