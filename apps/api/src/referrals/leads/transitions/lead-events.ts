import { isLive } from '@referral-dashboard/api-contract';
import { queueDeals } from '../../../integrations/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { transferDeal, updateDeal, updateDeals } from '../../clients/sales/first-sale.ts';
import { notifyLeadTransitions, notifyNewLead, notifyOfTransfer } from '../lead-messages.ts';
import { recordLead, recordLeads } from '../lead-webhooks.ts';
import { type LeadChange, type LeadTransfer, recordLeadHistories, recordLeadHistory } from '../leads.ts';

/**
 * Domain events with all their effects in order. They run in the transaction of the change: an error in one effect rolls back the change.
 *
 * - {@link recordLeadHistory}: the history of the lead.
 * - {@link updateDeals}, {@link transferDeal}: the client of a won lead, its attachment to the partner, the sale, and the rewards of the lead and of
 * later sales. A reward locks the money of the partner, inserts accruals (`createAccrual`, each with an audit entry), respects the budget of the
 * program (`remainingBudget`), and removes accruals from payments that are not approved (`removeFromPayment`). The clients are locked before the
 * money of partners.
 * - {@link notifyNewLead}, {@link notifyLeadTransition}: messages to the partner and the staff, sent after the commit.
 * - {@link recordLead}: the event for webhooks, with the lead after all effects above.
 * - {@link queueDeals}: the deal of a new lead, or of a restored duplicate, in the CRM.
 * - Database triggers update daily figures, totals, balances and spending with each row (`database/functions`); `rebuildRollUps` recomputes
 * the same figures from the rows.
 */
export const leadEvents = {
  /** Leads were inserted, as new leads or as duplicates. */
  async leadsCame(trx: Db, changes: readonly LeadChange[]) {
    await recordLeadHistories(trx, changes);
    for (const change of changes) {
      await notifyNewLead(trx, change);
      await recordLead(trx, 'lead.created', change);
      await queueDeals(trx, change);
    }
  },

  /** The statuses of different leads of an organization were changed by one user at the same time. */
  async leadsTransitioned(trx: Db, changes: readonly LeadChange[]) {
    const [first] = changes;
    if (first === undefined) return;
    await recordLeadHistories(trx, changes);
    await updateDeals(trx, changes);
    await notifyLeadTransitions(trx, changes);
    const ids = changes.map(({ leadId }) => leadId);
    await recordLeads(trx, 'lead.updated', first, ids);
    for (const change of changes)
      if (change.from === 'duplicate' && isLive(change.to)) await queueDeals(trx, change);
  },

  /** A lead was transferred to another partner. */
  async leadTransferred(trx: Db, change: LeadTransfer) {
    await recordLeadHistory(trx, change);
    await transferDeal(trx, change);
    await notifyOfTransfer(trx, change);
    await recordLead(trx, 'lead.updated', change);
  },

  /** Contacts or comments of a lead were edited. */
  async leadEdited(trx: Db, change: LeadChange) {
    await recordLeadHistory(trx, change);
    await recordLead(trx, 'lead.updated', change);
  },

  /** The deal amount of a lead changed. */
  async dealChanged(trx: Db, change: LeadChange) {
    await recordLeadHistory(trx, change);
    await updateDeal(trx, change);
    await recordLead(trx, 'lead.updated', change);
  },
};

/** Type of the events, so that a test can pass other handlers. */
export type LeadEvents = typeof leadEvents;
