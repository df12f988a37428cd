import { endKeysOfUser } from '../../integrations/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { accountsRepo, type Employment } from './accounts.repo.ts';

/** Positions and access of users. Every change runs in the transaction that is passed in. */
export const createAccess = (sessions: Sessions, clock: Clock) => ({
  /** Disables a user for an organization and ends the user's sessions and API keys. */
  async switchOff(trx: Db, userId: string, organizationId: string) {
    await accountsRepo(trx).switchOff(userId, organizationId, clock());
    await sessions.revokeAll(userId, 'switched_off', trx);
    await endKeysOfUser(trx, organizationId, userId, clock());
  },

  /** Enables a disabled user. */
  switchOn: (trx: Db, userId: string) => accountsRepo(trx).switchOn(userId, clock()),

  /** Gives a user a position in an organization, and enables the user. */
  employ: (trx: Db, userId: string, employment: Employment) =>
    accountsRepo(trx).employ(userId, employment, clock()),
});
