import { randomUUIDv7 } from 'node:crypto';
import { password as passwordText, type Role, text, type User } from '@referral-dashboard/api-contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { normalizePhone } from '../../platform/phone.ts';
import type { accountsRepo } from './accounts.repo.ts';
import type { Passwords } from './passwords.ts';

/** A person to be entered by an operator. */
export type NewPerson = {
  /** Any usual writing. */
  phone: string;
  /** Without blanks around it: sign-in drops them. */
  password: string;
  role: Role | null;
  first_name?: string;
  last_name?: string;
  father_name?: string;
  email?: string;
};

const name = text({ max: 150, blank: true });
const names = z.object({ first_name: name, last_name: name, father_name: name });

export type People = ReturnType<typeof createPeople>;

/** Entering people; the API itself has no call for it. */
export function createPeople(accounts: ReturnType<typeof accountsRepo>, passwords: Passwords, clock: Clock) {
  return {
    isEmpty: accounts.isEmpty,

    /** @throws Error with a Russian sentence: no such phone number, a phone that is taken, an unfit password or name. */
    async create({ phone, password, role, email = '', ...given }: NewPerson): Promise<User> {
      const number = normalizePhone(phone);
      if (number === null) throw new Error(`«${phone}» не похоже на номер телефона.`);
      if (!passwordText.safeParse(password).success || password !== password.trim()) {
        throw new Error('Пароль: от 1 до 256 символов, без пробелов по краям.');
      }
      const checked = names.safeParse({ first_name: '', last_name: '', father_name: '', ...given });
      if (!checked.success) throw new Error(`Имя: ${checked.error.issues[0]?.message}`);
      if ((await accounts.findByPhone(number)) !== undefined) throw new Error(`Номер ${number} уже занят.`);

      const now = clock();
      const user: User = { id: randomUUIDv7(), phone: number, role, email, ...checked.data };
      const hash = await passwords.hash(password);
      await accounts.insert({ ...user, password_hash: hash, created_at: now, updated_at: now });
      return user;
    },
  };
}
