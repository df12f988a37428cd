import { type MethodSnapshot, writtenPhone } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { plusSeconds } from '../platform/clock.ts';

/** Fields that a method of another kind leaves out. */
export const BLANK_METHOD = {
  phone: '',
  last4: '',
  token: '',
  bik: '',
  account: '',
  corr_account: '',
  kpp: '',
};

/** Payout method in one line: `СБП, +7 916 123-45-67, Т-Банк`. */
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

/** From when on a method is paid to that became the default: whoever stole an account shall not be paid by it. */
export const usableFrom = (defaultSince: Date) => plusSeconds(defaultSince, QUARANTINE_SECONDS);

/**
 * Predicate: methods `m` that a partner is paid to: the default, if it can be paid to. Of a card that is no token of a
 * payment service only four digits are known.
 */
export const isDefaultRail = (m: string) =>
  sql<SqlBool>`(${sql.ref(`${m}.default_since`)} is not null
    and (${sql.ref(`${m}.kind`)} <> 'card' or ${sql.ref(`${m}.token`)} <> ''))`;
