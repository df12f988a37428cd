import { randomInt, randomUUIDv7 } from 'node:crypto';
import type { Role } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db.ts';
import { accountsRepo } from './accounts.repo.ts';
import type { Passwords } from './passwords.ts';

/** A partner as the organization that invites it knows it. */
export type Invited = {
  phone: string;
  last_name: string;
  first_name: string;
  father_name: string;
  email: string;
};

/** A password and what is stored of it. */
export type Secret = { password: string; hash: string };

// Without look-alikes: it is read out over the phone.
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 12;

/** The users behind partners' cards. */
export function createPartnerUsers(passwords: Passwords) {
  return {
    /** A password of 59 bits; made before a transaction begins, since hashing takes its time. */
    async newSecret(): Promise<Secret> {
      const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
      return { password, hash: await passwords.hash(password) };
    },

    /** Whose phone it is. */
    async find(trx: Db, phone: string): Promise<{ id: string; role: Role | null } | undefined> {
      const account = await accountsRepo(trx).findByPhone(phone);
      return account && { id: account.id, role: account.role };
    },

    /** Enters a user of role partner and gives its id; undefined when the phone is somebody's. */
    async enter(trx: Db, invited: Invited, { hash }: Secret, at: Date): Promise<string | undefined> {
      const id = randomUUIDv7();
      const entered = await accountsRepo(trx).insert([
        {
          ...invited,
          id,
          role: 'partner',
          organization_id: null,
          password_hash: hash,
          created_at: at,
          updated_at: at,
        },
      ]);
      return entered === 1 ? id : undefined;
    },
  };
}
