import { randomUUIDv7 } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Account, accountsRepo } from '../accounts/accounts.repo.ts';
import type { Passwords } from '../passwords/passwords.ts';

/** Data of a new user, from an inviter or an applicant. Without an e-mail, because the typed address is not confirmed. */
export type NewAccount = Record<'phone' | 'last_name' | 'first_name' | 'father_name', string> & {
  /** Null for a user who gets a position in an organization in the same transaction. */
  role: 'partner' | null;
};

/** User whose password was verified. The row is locked. */
export type VerifiedUser = Pick<Account, 'id' | 'role' | 'organization_id' | 'switched_off_at'>;

/** A user that was disabled by one organization can still accept an invitation of another one. */
const hasAccess = (account: Account, isInvited: boolean) =>
  account.is_active && (account.switched_off_at === null || isInvited);

/** Maximum attempts when the password changes between its check and the lock. */
const MAX_ATTEMPTS = 3;

export type Credentials = ReturnType<typeof createCredentials>;

/** Runs actions that require a password. */
export function createCredentials(db: Db, passwords: Passwords, clock: Clock) {
  /** Locks the account. Returns undefined when it was disabled or its password changed after the check. */
  async function lock(
    trx: Db,
    account: Account,
    hash: string | undefined,
    isInvited: boolean,
  ): Promise<VerifiedUser | undefined> {
    const accounts = accountsRepo(trx);
    const current = await accounts.findLocked(account.id);
    if (
      current === undefined ||
      !hasAccess(current, isInvited) ||
      current.password_hash !== account.password_hash
    )
      return undefined;
    if (hash !== undefined) await accounts.setPassword(account.id, hash, clock());
    return current;
  }

  /** Inserts a new user. Returns undefined when the phone was taken in the meantime. */
  async function insert(
    trx: Db,
    newAccount: NewAccount | undefined,
    password_hash: string | undefined,
  ): Promise<VerifiedUser | undefined> {
    if (newAccount === undefined || password_hash === undefined) return undefined;
    const [id, at] = [randomUUIDv7(), clock()];
    const row = { ...newAccount, email: '', id, organization_id: null, password_hash };
    const insertedCount = await accountsRepo(trx).insert([{ ...row, created_at: at, updated_at: at }]);
    const { role } = newAccount;
    return insertedCount === 1 ? { id, role, organization_id: null, switched_off_at: null } : undefined;
  }

  return {
    /**
     * Runs a job as the user with this phone and password. It runs in a transaction that locks the user, so that a concurrent password
     * change cannot leave a session of the old password behind.
     *
     * @param newAccount user to insert when the phone has no account. The work is the same with and without an account.
     * @returns undefined for a wrong password or a disabled user.
     */
    async use<Result>(
      phone: string | null,
      password: string,
      job: (trx: Db, person: VerifiedUser) => Promise<Result>,
      newAccount?: NewAccount,
    ): Promise<Result | undefined> {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const account = phone === null ? undefined : await accountsRepo(db).findByPhone(phone);
        const isRight = await passwords.verify(account?.password_hash, password);
        const isOutdated = account !== undefined && isRight && passwords.isOutdated(account.password_hash);
        const hash = newAccount || isOutdated ? await passwords.hash(password) : undefined;
        const isInvited = newAccount !== undefined;
        if (account === undefined ? !isInvited : !(isRight && hasAccess(account, isInvited)))
          return undefined;
        const outcome = await db.transaction().execute(async (trx) => {
          const person =
            account === undefined
              ? await insert(trx, newAccount, hash)
              : await lock(trx, account, isOutdated ? hash : undefined, isInvited);
          return person && { result: await job(trx, person) };
        });
        if (outcome !== undefined) return outcome.result;
      }
      return undefined;
    },
  };
}
