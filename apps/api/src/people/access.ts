import type { Db } from '../platform/db/db.ts';

/** Disables and enables users. Passed in, so that callers do not depend on accounts and sessions. */
export type Access = {
  /** Disables the user for an organization and ends the user's sessions. */
  switchOff: (trx: Db, userId: string, organizationId: string) => Promise<void>;
  /** Enables a disabled user. */
  switchOn: (trx: Db, userId: string) => Promise<void>;
};
