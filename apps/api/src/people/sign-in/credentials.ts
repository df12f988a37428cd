import { randomUUIDv7 } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Account, accountsRepo } from '../accounts/accounts.repo.ts';
import type { Passwords } from '../passwords/passwords.ts';

/** A new user with the data of an inviter or an applicant. It has no e-mail: the typed address is not confirmed. */
export type Newcomer = Record<'phone' | 'last_name' | 'first_name' | 'father_name', string> & {
  /** Null for who is to be given a place in an organization next. */
  role: 'partner' | null;
};

/** The person that a password was right for, its row locked. */
export type VerifiedUser = Pick<Account, 'id' | 'role' | 'organization_id' | 'switched_off_at'>;

/** An organization that shuts somebody out does not keep another from inviting the person. */
const isLetIn = (account: Account, isInvited: boolean) =>
  account.is_active && (account.switched_off_at === null || isInvited);

/** Number of retries for a password whose hash changed meanwhile. */
const ROUNDS = 3;

export type Credentials = ReturnType<typeof createCredentials>;

/** Actions that need a password. */
export function createCredentials(db: Db, passwords: Passwords, clock: Clock) {
  /** Nothing when the account is no longer the one whose password was looked at. */
  async function lock(
    trx: Db,
    account: Account,
    hash: string | undefined,
    isInvited: boolean,
  ): Promise<VerifiedUser | undefined> {
    const accounts = accountsRepo(trx);
    const now = await accounts.findLocked(account.id);
    if (now === undefined || !isLetIn(now, isInvited) || now.password_hash !== account.password_hash)
      return undefined;
    if (hash !== undefined) await accounts.setPassword(account.id, hash, clock());
    return now;
  }

  async function enter(
    trx: Db,
    newcomer: Newcomer | undefined,
    password_hash: string | undefined,
  ): Promise<VerifiedUser | undefined> {
    if (newcomer === undefined || password_hash === undefined) return undefined;
    const [id, at] = [randomUUIDv7(), clock()];
    const row = { ...newcomer, email: '', id, organization_id: null, password_hash };
    const entered = await accountsRepo(trx).insert([{ ...row, created_at: at, updated_at: at }]);
    const { role } = newcomer;
    return entered === 1 ? { id, role, organization_id: null, switched_off_at: null } : undefined;
  }

  return {
    /**
     * Does something as the person whose phone and password these are, in a transaction that keeps the password from being changed:
     * what a former password opens never outlives its change.
     *
     * @param newcomer entered with the password when nobody has the phone. The work is the same whether somebody has.
     * @returns nothing when it is not that person's password, or the person is not let in.
     */
    async use<Result>(
      phone: string | null,
      password: string,
      job: (trx: Db, person: VerifiedUser) => Promise<Result>,
      newcomer?: Newcomer,
    ): Promise<Result | undefined> {
      for (let round = 0; round < ROUNDS; round += 1) {
        const account = phone === null ? undefined : await accountsRepo(db).findByPhone(phone);
        const right = await passwords.verify(account?.password_hash, password);
        const outdated = account !== undefined && right && passwords.isOutdated(account.password_hash);
        const hash = newcomer || outdated ? await passwords.hash(password) : undefined;
        const isInvited = newcomer !== undefined;
        if (account === undefined ? !isInvited : !(right && isLetIn(account, isInvited))) return undefined;
        const done = await db.transaction().execute(async (trx) => {
          const person =
            account === undefined
              ? await enter(trx, newcomer, hash)
              : await lock(trx, account, outdated ? hash : undefined, isInvited);
          return person && { result: await job(trx, person) };
        });
        if (done !== undefined) return done.result;
      }
      return undefined;
    },
  };
}
