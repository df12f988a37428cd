import { randomUUIDv7 } from 'node:crypto';
import {
  NOT_A_RUSSIAN_PHONE,
  type Person,
  type Position,
  profileFields,
  type Role,
  russianPhone,
} from '@referral-dashboard/api-contract';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PasswordPolicy } from '../passwords/password-policy.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { accountsRepo } from './accounts.repo.ts';

/** A person to be entered by an operator. */
export type NewPerson = {
  /** Any usual writing. */
  phone: string;
  /** Fit to be a new password, no blanks around it. */
  password: string;
  role: Role | null;
  /** Of role `organization`: the one they belong to; a new one when left out. */
  organization?: string;
  /** Of role `organization`; `owner` when left out. */
  position?: Position;
  first_name?: string;
  last_name?: string;
  father_name?: string;
  email?: string;
  /** `false` when left out. */
  isEmailConfirmed?: boolean;
};

const NOTHING = { first_name: '', last_name: '', father_name: '', email: '' };

export type People = ReturnType<typeof createPeople>;

/** Entering people; the API itself has no call for it. */
export function createPeople(db: Db, passwords: Passwords, policy: PasswordPolicy, clock: Clock) {
  /** @throws Error as `create` does, but for a phone that is taken and for an unfit password. */
  async function rowOf(person: NewPerson) {
    const { phone, password, role, organization, position = 'owner', isEmailConfirmed = false } = person;
    const { first_name, last_name, father_name, email } = { ...NOTHING, ...person };
    const number = russianPhone(phone);
    if (number === null)
      throw new Error(`«${phone}» не похоже на номер телефона в России. ${NOT_A_RUSSIAN_PHONE}`);
    if (organization !== undefined && role !== 'organization')
      throw new Error('В организации работают только люди с ролью organization.');
    if (organization !== undefined && !(await accountsRepo(db).hasOrganization(organization)))
      throw new Error(`Организации «${organization}» нет.`);
    // Sign-in drops blanks around a password, so one that has them could never be typed.
    if (password !== password.trim()) throw new Error('Пароль не должен начинаться или кончаться пробелом.');
    const checked = profileFields.safeParse({ first_name, last_name, father_name, email });
    if (!checked.success) throw new Error(checked.error.issues.map(({ message }) => message).join(' '));

    const now = clock();
    const kept = { id: randomUUIDv7(), phone: number, role, ...checked.data };
    const user: Person = { ...kept, is_email_confirmed: isEmailConfirmed };
    const hash = await passwords.hash(password);
    return {
      user,
      organization,
      row: {
        ...kept,
        email_confirmed_at: isEmailConfirmed ? now : null,
        position: role === 'organization' ? position : null,
        password_hash: hash,
        created_at: now,
        updated_at: now,
      },
    };
  }

  /** Enters all or none of them, each of role `organization` with one of its own unless it has one; whether it did. */
  const enter = (people: readonly Awaited<ReturnType<typeof rowOf>>[]) =>
    db.transaction().execute(async (trx) => {
      const accounts = accountsRepo(trx);
      const born: string[] = [];
      const rows = [];
      for (const { user, row, organization } of people) {
        const isNew = user.role === 'organization' && organization === undefined;
        if (isNew) born.push(await accounts.insertOrganization(clock()));
        rows.push({ ...row, organization_id: isNew ? (born.at(-1) ?? null) : (organization ?? null) });
      }
      const entered = (await accounts.insert(rows)) > 0;
      if (!entered) await accounts.deleteOrganizations(born);
      return entered;
    });

  return {
    /** @throws Error with a Russian sentence: no such phone number, a phone that is taken, an organization that is not there, an unfit password or name. */
    async create(person: NewPerson): Promise<Person> {
      const entry = await rowOf(person);
      const problem = await policy(person.password, entry.user);
      if (problem !== undefined) throw new Error(problem);
      if (!(await enter([entry]))) throw new Error(`Номер ${entry.user.phone} уже занят.`);
      return entry.user;
    },

    /** Enters the first people, whose passwords are as they are, into a database without any; whether it did. Processes that do so at one moment enter them once. */
    async welcome(people: readonly NewPerson[]): Promise<boolean> {
      if (!(await accountsRepo(db).isEmpty())) return false;
      return enter(await Promise.all(people.map(rowOf)));
    },
  };
}
