import { randomUUIDv7 } from 'node:crypto';
import {
  type InvitedEmployee,
  type NewEmployee,
  NOT_A_RUSSIAN_PHONE,
  newEmployee,
  type RecoveryLink,
  russianPhone,
  setup,
} from '@referral-dashboard/api-contract';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { ApiError } from '../platform/errors.ts';

const banksRequest = z.object({ file: z.string() });
const recoveryRequest = z.object({ phone: z.string() });
const HASH = /^[\da-f]{64}$/;
const journalCheckRequest = z.object({
  contains: z.string().regex(HASH, '64 знака из цифр и букв a–f.').optional(),
});
const erasureRequest = z.object({ id: z.uuid('id вида 0198c2d4-5c1e-7000-8000-000000000000.') });
const phoneChangeRequest = z.object({ from: newEmployee.shape.phone, to: newEmployee.shape.phone });
const organizationRequest = z.object({
  name: setup.shape.organization,
  inn: setup.shape.inn.default(''),
  phone: newEmployee.shape.phone,
  last_name: newEmployee.shape.last_name,
  first_name: newEmployee.shape.first_name,
  father_name: newEmployee.shape.father_name,
});

export type OperatorDeps = {
  loadBanks: (path: string) => Promise<number>;
  tierReport: () => Promise<string>;
  /** @throws Error that names the first broken entries. */
  checkJournal: (kept?: string) => Promise<string>;
  /** Erases the personal values of the journal, the contacts in decided waiting sales, and the bodies of events for webhooks. Returns their number; undefined when no object has this id. */
  erasePersonal: (subjectId: string) => Promise<number | undefined>;
  db: Db;
  clock: Clock;
  createRecoveryLink: (phone: string, site: string) => Promise<RecoveryLink | undefined>;
  /** Returns false when no user has the phone `former`. */
  changePhone: (former: string, phone: string) => Promise<boolean>;
  invite: (
    by: { organizationId: string; userId: null; requestId: string },
    input: NewEmployee,
    site: string,
  ) => Promise<InvitedEmployee>;
};

/** Commands of the operator, by name. Each returns the text to print. */
export type Operator = ReturnType<typeof createOperator>;
export type OperatorCommand = keyof Operator;

const SHOWN = { dateStyle: 'long', timeStyle: 'short' } as const;
const formatTime = (moment: string) => new Date(moment).toLocaleString('ru', SHOWN);

/** @throws Error with Russian sentences for invalid input. */
function read<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}

export function createOperator(deps: OperatorDeps) {
  const { db, clock, createRecoveryLink, changePhone, invite, loadBanks, tierReport } = deps;
  const { checkJournal, erasePersonal } = deps;
  return {
    /** Returns a password reset link for the user with a phone. */
    async 'reset-password'(input: unknown, site: string): Promise<string> {
      const request = read(recoveryRequest, input);
      const phone = russianPhone(request.phone);
      if (phone === null) throw new Error(NOT_A_RUSSIAN_PHONE);
      const link = await createRecoveryLink(phone, site);
      if (link === undefined) throw new Error(`Человека с телефоном ${phone} нет.`);
      return `Ссылка для нового пароля, действует до ${formatTime(link.expires_at)}, один раз:\n${link.url}\n`;
    },

    /** Changes the phone of a user who cannot confirm it by SMS. */
    async 'change-phone'(input: unknown): Promise<string> {
      const { from, to } = read(phoneChangeRequest, input);
      if (from === to) throw new Error('Новый номер совпадает с прежним.');
      const isFound = await changePhone(from, to).catch((error: unknown) => {
        throw error instanceof ApiError ? new Error(`Номер ${to} уже занят.`) : error;
      });
      if (!isFound) throw new Error(`Человека с телефоном ${from} нет.`);
      return `Телефон изменен. Для входа теперь нужен номер ${to}, пароль прежний.\n`;
    },

    /** Replaces the bank directory of the Bank of Russia. */
    async 'load-banks'(input: unknown): Promise<string> {
      const { file } = read(banksRequest, input);
      return `Справочник загружен, банков: ${await loadBanks(file)}.\n`;
    },

    /** Lists the rewards that keep a tier other than that of their tier position. */
    'tier-report': (): Promise<string> => tierReport(),

    /** Checks the chain of the journal. */
    'check-journal'(input: unknown): Promise<string> {
      return checkJournal(read(journalCheckRequest, input).contains);
    },

    /** Erases the personal values of a lead, a client, a card or a user from the journal, decided waiting sales, and events for webhooks. */
    async 'erase-journal'(input: unknown): Promise<string> {
      const { id } = read(erasureRequest, input);
      const count = await erasePersonal(id);
      if (count === undefined)
        throw new Error(`Лида, клиента, партнера, сотрудника или разобранной продажи с id ${id} нет.`);
      return `Стерто значений: ${count}.\n`;
    },

    /** Creates an organization and returns the invitation link of its owner. */
    async 'create-organization'(input: unknown, site: string): Promise<string> {
      const { name, inn, ...owner } = read(organizationRequest, input);
      const [organizationId, at] = [randomUUIDv7(), clock()];
      await db
        .insertInto('organizations')
        .values({ id: organizationId, name, inn, created_at: at, updated_at: at })
        .execute();
      const by = { organizationId, userId: null, requestId: 'create-organization' };
      const { link } = await invite(by, { ...owner, position: 'owner' }, site);
      return `Организация «${name}» создана. Ссылка для владельца, действует до ${formatTime(link.expires_at)}, один раз:\n${link.url}\n`;
    },
  };
}
