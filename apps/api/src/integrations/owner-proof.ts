import type { Db } from '../platform/db/db.ts';
import type { Principal } from '../platform/http/principal.ts';

/** Checks before an owner gives another program access to the organization. */
export type OwnerProof = {
  /** Checks the account password. @throws ApiError 400, 429 */
  checkPassword: (holder: Principal, password: string, network: string) => Promise<void>;
  /** Refuses an owner of less than a day. @throws ApiError 409 `new_owner` */
  checkOwner: (trx: Db, owner: { organizationId: string; userId: string; now: Date }) => Promise<void>;
};
