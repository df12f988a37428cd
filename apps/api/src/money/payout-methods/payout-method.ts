import { type MethodSnapshot, writtenPhone } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { plusSeconds } from '../../platform/clock.ts';

/** Empty values of the fields that a kind of method does not use. */
export const BLANK_METHOD = {
  phone: '',
  last4: '',
  token: '',
  bik: '',
  account: '',
  corr_account: '',
  kpp: '',
};

/** Returns a payout method in one line: `СБП, +7 916 123-45-67, Т-Банк`. */
export function methodLabel({
  kind,
  bank,
  phone,
  last4,
  account,
}: Pick<MethodSnapshot, 'kind' | 'bank' | 'phone' | 'last4' | 'account'>): string {
  switch (kind) {
    case 'sbp':
      return `СБП, ${writtenPhone(phone)}, ${bank}`;
    case 'card':
      return `Карта •• ${last4}, ${bank}`;
    case 'bank_account':
      return `Счет •• ${account.slice(-4)}, ${bank}`;
  }
}

const QUARANTINE_SECONDS = 24 * 60 * 60;

/** Returns the earliest time of a change that still delays payments. */
export const quarantineStart = (now: Date) => plusSeconds(now, -QUARANTINE_SECONDS);

/** Time when a method became the default, and whether its owner confirmed it. */
export type Since = { default_since: Date; is_proven: boolean };

/** Returns the time from which a default method can be paid. The delay protects payments after the theft of an account. */
export const usableFrom = ({ default_since, is_proven }: Since) =>
  is_proven ? default_since : plusSeconds(default_since, QUARANTINE_SECONDS);

/**
 * Predicate: `m` is the default method of its partner and can be paid. A bank card needs a token of a payment service. A company is paid
 * to a bank account only; it can have other methods if its partner card belonged to a person when they were added.
 */
export const isDefaultRail = (m: string) =>
  sql<SqlBool>`(${sql.ref(`${m}.default_since`)} is not null
    and (${sql.ref(`${m}.kind`)} <> 'card' or ${sql.ref(`${m}.token`)} <> '')
    and (${sql.ref(`${m}.kind`)} = 'bank_account' or (
      select owner.kind from partners owner
      where owner.organization_id = ${sql.ref(`${m}.organization_id`)} and owner.id = ${sql.ref(`${m}.partner_id`)}) <> 'legal'))`;
