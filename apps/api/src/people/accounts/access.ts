import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { accountsRepo, type Place } from './accounts.repo.ts';

/** Places of people in organizations, and whether they are let in. Each in the transaction of what it belongs to. */
export const createAccess = (sessions: Sessions, clock: Clock) => ({
  /** Shuts a person out on behalf of an organization, at once: its sessions end. */
  async switchOff(trx: Db, userId: string, organizationId: string) {
    await accountsRepo(trx).switchOff(userId, organizationId, clock());
    await sessions.revokeAll(userId, 'switched_off', trx);
  },

  switchOn: (trx: Db, userId: string) => accountsRepo(trx).switchOn(userId, clock()),

  /** Gives a person a place in an organization, and lets it in where it was shut out. */
  employ: (trx: Db, userId: string, place: Place) => accountsRepo(trx).employ(userId, place, clock()),
});
