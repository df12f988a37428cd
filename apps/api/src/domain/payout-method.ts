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

/** Moment after which a change still keeps payments waiting. */
export const quarantineStart = (now: Date) => plusSeconds(now, -QUARANTINE_SECONDS);

/** Moment at which a default method became it, and the proof of its owner. */
export type Since = { default_since: Date; is_proven: boolean };

/** Moment from which a default method is paid to: whoever stole an account shall not be paid by a change of requisites. */
export const usableFrom = ({ default_since, is_proven }: Since) =>
  is_proven ? default_since : plusSeconds(default_since, QUARANTINE_SECONDS);

/**
 * Predicate: methods `m` that a partner is paid to: the default, if it can be paid to. Of a card that is no token of a
 * payment service only four digits are known.
 */
export const isDefaultRail = (m: string) =>
  sql<SqlBool>`(${sql.ref(`${m}.default_since`)} is not null
    and (${sql.ref(`${m}.kind`)} <> 'card' or ${sql.ref(`${m}.token`)} <> ''))`;
