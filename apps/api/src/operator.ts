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
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import { ApiError } from './platform/errors.ts';

const banksRequest = z.object({ file: z.string() });
const recoveryRequest = z.object({ phone: z.string() });
const phoneChangeRequest = z.object({ from: newEmployee.shape.phone, to: newEmployee.shape.phone });
const organizationRequest = z.object({
  name: setup.shape.organization,
  inn: setup.shape.inn.default(''),
  phone: newEmployee.shape.phone,
  last_name: newEmployee.shape.last_name,
  first_name: newEmployee.shape.first_name,
  father_name: newEmployee.shape.father_name,
});

export type OperatorParts = {
  loadBanks: (path: string) => Promise<number>;
  db: Db;
  clock: Clock;
  recoveryOf: (phone: string, site: string) => Promise<RecoveryLink | undefined>;
  /** Returns false when no user has the former phone. */
  changePhone: (former: string, phone: string) => Promise<boolean>;
  invite: (
    by: { organizationId: string; userId: null; requestId: string },
    given: NewEmployee,
    site: string,
  ) => Promise<InvitedEmployee>;
};

/** Commands of whoever runs the server, by name. Each answers with what is to be printed. */
export type Operator = ReturnType<typeof createOperator>;
export type OperatorCommand = keyof Operator;

const SHOWN = { dateStyle: 'long', timeStyle: 'short' } as const;
const written = (moment: string) => new Date(moment).toLocaleString('ru', SHOWN);

/** @throws Error with Russian sentences for what does not fit. */
function read<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}

export function createOperator({ db, clock, recoveryOf, changePhone, invite, loadBanks }: OperatorParts) {
  return {
    /** A link for a new password of whoever has a phone. */
    async 'reset-password'(given: unknown, site: string): Promise<string> {
      const asked = read(recoveryRequest, given);
      const phone = russianPhone(asked.phone);
      if (phone === null) throw new Error(NOT_A_RUSSIAN_PHONE);
      const link = await recoveryOf(phone, site);
      if (link === undefined) throw new Error(`Человека с телефоном ${phone} нет.`);
      return `Ссылка для нового пароля, действует до ${written(link.expires_at)}, один раз:\n${link.url}\n`;
    },

    /** A new phone for a person who cannot confirm one: without SMS, or without the former phone. */
    async 'change-phone'(given: unknown): Promise<string> {
      const { from, to } = read(phoneChangeRequest, given);
      if (from === to) throw new Error('Новый номер совпадает с прежним.');
      const isFound = await changePhone(from, to).catch((error: unknown) => {
        throw error instanceof ApiError ? new Error(`Номер ${to} уже занят.`) : error;
      });
      if (!isFound) throw new Error(`Человека с телефоном ${from} нет.`);
      return `Телефон изменен. Для входа теперь нужен номер ${to}, пароль прежний.\n`;
    },

    /** The Bank of Russia's directory of banks, in place of the former one. */
    async 'load-banks'(given: unknown): Promise<string> {
      const { file } = read(banksRequest, given);
      return `Справочник загружен, банков: ${await loadBanks(file)}.\n`;
    },

    /** A new organization, and a link by which its owner joins. */
    async 'create-organization'(given: unknown, site: string): Promise<string> {
      const { name, inn, ...owner } = read(organizationRequest, given);
      const [organizationId, at] = [randomUUIDv7(), clock()];
      await db
        .insertInto('organizations')
        .values({ id: organizationId, name, inn, created_at: at, updated_at: at })
        .execute();
      const by = { organizationId, userId: null, requestId: 'create-organization' };
      const { link } = await invite(by, { ...owner, position: 'owner' }, site);
      return `Организация «${name}» создана. Ссылка для владельца, действует до ${written(link.expires_at)}, один раз:\n${link.url}\n`;
    },
  };
}
