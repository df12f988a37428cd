import type { LeadStatus } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';

/** What has just become of a lead. */
export type LeadChange = {
  organizationId: string;
  leadId: string;
  /** null: the lead has just come. The same as `to`: only its deal amount changed. */
  from: LeadStatus | null;
  to: LeadStatus;
  dealAmountBeforeKop: number | null;
  /** null: nobody who signed in. */
  actorId: string | null;
  requestId: string;
  at: Date;
};

/**
 * Told of every change of a lead that may be worth money, inside the transaction that makes it: what it does stands or falls with the
 * change, and what it throws undoes both. The lead's row is locked and already holds the new values.
 */
export type LeadMoved = (trx: Db, change: LeadChange) => Promise<void>;
