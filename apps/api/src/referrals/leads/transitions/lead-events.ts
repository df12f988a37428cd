import { transferClaim, updateClaimOfLead } from '../../../money/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { notifyLeadMoved, notifyNewLead, notifyOfTransfer } from '../lead-messages.ts';
import { type LeadChange, type LeadTransfer, recordLeadHistory } from '../leads.ts';

/**
 * Domain events, each with all its effects in the order in which they are made. They run in the transaction of the change: they stand
 * or fall with it, and what one of them throws undoes everything.
 *
 * - {@link recordLeadHistory}: the history of the lead.
 * - {@link updateClaimOfLead}: the reward. It locks the partner's money, writes accruals (`enterAccrual`, each with its audit entry), keeps to
 *   the program's budget (`leftOfBudget`), and takes accruals out of payments that are not approved (`leavePayment`).
 * - {@link notifyNewLead}, {@link notifyLeadMoved}: messages to those whom it concerns, sent once all this is committed.
 * - Daily figures, totals, balances and spending follow each written row by triggers of the database
 *   (`migrations/0007-roll-ups.ts`); `rebuildRollUps` counts the same from the rows.
 */
export const leadEvents = {
  /** A lead has come in, as a new one or as a duplicate. */
  async leadCame(trx: Db, change: LeadChange) {
    await recordLeadHistory(trx, change);
    await notifyNewLead(trx, change);
  },

  /** A lead has gone to another status. */
  async leadMoved(trx: Db, change: LeadChange) {
    await recordLeadHistory(trx, change);
    await updateClaimOfLead(trx, change, change);
    await notifyLeadMoved(trx, change);
  },

  /** A lead was handed to another partner. */
  async leadTransferred(trx: Db, change: LeadTransfer) {
    await recordLeadHistory(trx, change);
    await transferClaim(trx, change, change);
    await notifyOfTransfer(trx, change);
  },

  /** Contacts or comments of a lead were edited. */
  async leadEdited(trx: Db, change: LeadChange) {
    await recordLeadHistory(trx, change);
  },

  /** The amount of a deal was changed. */
  async dealChanged(trx: Db, change: LeadChange) {
    await recordLeadHistory(trx, change);
    await updateClaimOfLead(trx, change, change);
  },
};

/** The events as modules get them; a test may pass others. */
export type LeadEvents = typeof leadEvents;
