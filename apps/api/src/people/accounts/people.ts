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

/** A user that an operator creates. */
export type NewPerson = {
  /** Russian phone number in any common format. */
  phone: string;
  /** Must follow the password rules and have no leading or trailing spaces. */
  password: string;
  role: Role | null;
  /** Only with role `organization`: id of an existing organization. Default: a new organization. */
  organization?: string;
  /** Only with role `organization`. Default: `owner`. */
  position?: Position;
  first_name?: string;
  last_name?: string;
  father_name?: string;
  email?: string;
  /** Default: false. */
  isEmailConfirmed?: boolean;
};

const EMPTY_FIELDS = { first_name: '', last_name: '', father_name: '', email: '' };

export type People = ReturnType<typeof createPeople>;

/** Creates users for operators. The API has no route for it. */
export function createPeople(db: Db, passwords: Passwords, policy: PasswordPolicy, clock: Clock) {
  /** Validates a user and builds its row. Does not check the password rules. @throws Error with a Russian message, like `create` */
  async function buildRow(person: NewPerson) {
    const { phone, password, role, organization, position = 'owner', isEmailConfirmed = false } = person;
    const { first_name, last_name, father_name, email } = { ...EMPTY_FIELDS, ...person };
    const number = russianPhone(phone);
    if (number === null)
      throw new Error(`«${phone}» не похоже на номер телефона в России. ${NOT_A_RUSSIAN_PHONE}`);
    if (organization !== undefined && role !== 'organization')
      throw new Error('В организации работают только люди с ролью organization.');
    if (organization !== undefined && !(await accountsRepo(db).hasOrganization(organization)))
      throw new Error(`Организации «${organization}» нет.`);
    // Sign-in trims passwords, so a password with spaces around it could never be entered.
    if (password !== password.trim()) throw new Error('Пароль не должен начинаться или кончаться пробелом.');
    const parsed = profileFields.safeParse({ first_name, last_name, father_name, email });
    if (!parsed.success) throw new Error(parsed.error.issues.map(({ message }) => message).join(' '));

    const now = clock();
    const fields = { id: randomUUIDv7(), phone: number, role, ...parsed.data };
    const user: Person = { ...fields, is_email_confirmed: isEmailConfirmed };
    const hash = await passwords.hash(password);
    return {
      user,
      organization,
      row: {
        ...fields,
        email_confirmed_at: isEmailConfirmed ? now : null,
        position: role === 'organization' ? position : null,
        password_hash: hash,
        created_at: now,
        updated_at: now,
      },
    };
  }

  /** Inserts all users or none, with a new organization for each user of role `organization` without one. Returns whether they were inserted. */
  const insertAll = (people: readonly Awaited<ReturnType<typeof buildRow>>[]) =>
    db.transaction().execute(async (trx) => {
      const accounts = accountsRepo(trx);
      const newOrganizations: string[] = [];
      const rows = [];
      for (const { user, row, organization } of people) {
        const isNew = user.role === 'organization' && organization === undefined;
        if (isNew) newOrganizations.push(await accounts.insertOrganization(clock()));
        rows.push({
          ...row,
          organization_id: isNew ? (newOrganizations.at(-1) ?? null) : (organization ?? null),
        });
      }
      const isInserted = (await accounts.insert(rows)) > 0;
      if (!isInserted) await accounts.deleteOrganizations(newOrganizations);
      return isInserted;
    });

  return {
    /**
     * Creates a user.
     *
     * @throws Error with a Russian message for a wrong or taken phone, an unknown organization, or a refused password or name.
     */
    async create(person: NewPerson): Promise<Person> {
      const entry = await buildRow(person);
      const problem = await policy(person.password, entry.user);
      if (problem !== undefined) throw new Error(problem);
      if (!(await insertAll([entry]))) throw new Error(`Номер ${entry.user.phone} уже занят.`);
      return entry.user;
    },

    /**
     * Creates the first users of an empty database without checking the password rules. Concurrent processes create them once.
     *
     * @returns whether the users were created.
     */
    async welcome(people: readonly NewPerson[]): Promise<boolean> {
      if (!(await accountsRepo(db).isEmpty())) return false;
      return insertAll(await Promise.all(people.map(buildRow)));
    },
  };
}
