import type { Db } from '../platform/db/db.ts';

/** Shutting people out and letting them in; whoever keeps people and sessions passes this in. */
export type Access = {
  /** Ends the person's sessions too. */
  switchOff: (trx: Db, userId: string, organizationId: string) => Promise<void>;
  switchOn: (trx: Db, userId: string) => Promise<void>;
};
