import { randomUUIDv7 } from 'node:crypto';
import {
  password as passwordText,
  profilePatch,
  type Role,
  type User,
} from '@referral-dashboard/api-contract';
import type { Clock } from '../../platform/clock.ts';
import { normalizePhone } from '../../platform/phone.ts';
import type { accountsRepo } from './accounts.repo.ts';
import type { Passwords } from './passwords.ts';

/** A person to be entered by an operator. */
export type NewPerson = {
  /** Any usual writing. */
  phone: string;
  /** 8 to 256 characters, no blanks around them. */
  password: string;
  role: Role | null;
  first_name?: string;
  last_name?: string;
  father_name?: string;
  email?: string;
};

// Sign-in drops blanks around a password, so one that has them could never be typed.
const isFit = (password: string) =>
  password.length >= 8 && password === password.trim() && passwordText.safeParse(password).success;
const NOTHING = { first_name: '', last_name: '', father_name: '', email: '' };

/** Entering people; the API itself has no call for it. */
export function createPeople(accounts: ReturnType<typeof accountsRepo>, passwords: Passwords, clock: Clock) {
  /** @throws Error as `create` does, but for a phone that is taken. */
  async function rowOf({ phone, password, role, ...given }: NewPerson) {
    const number = normalizePhone(phone);
    if (number === null) throw new Error(`«${phone}» не похоже на номер телефона.`);
    if (!isFit(password)) throw new Error('Пароль: от 8 до 256 символов, без пробелов по краям.');
    const checked = profilePatch.required().safeParse({ ...NOTHING, ...given });
    if (!checked.success) throw new Error(checked.error.issues.map(({ message }) => message).join(' '));

    const now = clock();
    const user: User = { id: randomUUIDv7(), phone: number, role, ...checked.data };
    return {
      user,
      row: { ...user, password_hash: await passwords.hash(password), created_at: now, updated_at: now },
    };
  }

  return {
    /** @throws Error with a Russian sentence: no such phone number, a phone that is taken, an unfit password or name. */
    async create(person: NewPerson): Promise<User> {
      const { user, row } = await rowOf(person);
      if ((await accounts.insert([row])) === 0) throw new Error(`Номер ${user.phone} уже занят.`);
      return user;
    },

    /** Enters people into a database without any. Processes that do so at one moment enter them once. */
    async welcome(people: readonly NewPerson[]) {
      if (!(await accounts.isEmpty())) return;
      const rows = await Promise.all(people.map(rowOf));
      await accounts.insert(rows.map(({ row }) => row));
    },
  };
}
