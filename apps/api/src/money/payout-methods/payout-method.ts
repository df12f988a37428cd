import { type MethodSnapshot, writtenPhone } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { plusSeconds } from '../../platform/clock.ts';

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
 * Predicate: `m` is the default method of its partner and can be paid to. A card without a token of a payment service cannot, and a
 * company can only be paid to an account: its card may have been of a person when the method was added.
 */
export const isDefaultRail = (m: string) =>
  sql<SqlBool>`(${sql.ref(`${m}.default_since`)} is not null
    and (${sql.ref(`${m}.kind`)} <> 'card' or ${sql.ref(`${m}.token`)} <> '')
    and (${sql.ref(`${m}.kind`)} = 'bank_account' or (
      select owner.kind from partners owner
      where owner.organization_id = ${sql.ref(`${m}.organization_id`)} and owner.id = ${sql.ref(`${m}.partner_id`)}) <> 'legal'))`;
