import { text } from './text.ts';

/** The sentence that refuses whatever is not a Russian phone number. */
export const NOT_A_RUSSIAN_PHONE = 'Введите российский номер телефона, например +7 916 123-45-67.';
const MOBILE = 'Введите номер мобильного телефона, например +7 916 123-45-67.';
const DECORATION = /[\s\-().\u00a0\u2010-\u2015\u2212]/g;

/** Digits of a number without what people put between them. */
const bareOf = (written: string) => written.replace(DECORATION, '');

/**
 * Reads a Russian phone number in any usual writing into `+7XXXXXXXXXX`: after 8, 7, +7 or nothing, with blanks, brackets and dashes.
 * `null` for everything else. Codes begin with 3, 4, 8 or 9: +7 6XX and +7 7XX belong to Kazakhstan, the others to nobody.
 */
export function russianPhone(written: string): string | null {
  const bare = bareOf(written);
  const subscriber = /^(?:8|\+?7)(\d{10})$|^(9\d{9})$/.exec(bare);
  const digits = subscriber?.[1] ?? subscriber?.[2] ?? '';
  return /^[3489]\d{9}$/.test(digits) ? `+7${digits}` : null;
}

/** Complete numbers with a country's code: after `+`, after 00 or 8 10, or eleven digits that begin with 7 or 8. */
const COMPLETE = [/^\+(?!7|0)\d{8,15}$/, /^\+7\d{10}$/, /^(?:00|810)\d{8,15}$/, /^[78]\d{10}$/];

/** Complete phone numbers that are not Russian, or are written for a call from abroad. Half a number is none. */
export const isForeignPhone = (written: string) =>
  russianPhone(written) === null && COMPLETE.some((form) => form.test(bareOf(written)));

/** A phone number of Russia, read into `+7XXXXXXXXXX`. */
export const phone = text({ max: 64 })
  .refine((value) => russianPhone(value) !== null, NOT_A_RUSSIAN_PHONE)
  .transform((value) => russianPhone(value) ?? value);

/** The same, mobile only: what a person signs in with. */
export const mobilePhone = phone.refine(
  (value) => value.startsWith('+79') || russianPhone(value) === null,
  MOBILE,
);

export { writtenPhone } from './written-contacts.ts';

/** A phone number for those who may not call it: `+7 916 ***-**-67`. */
export const maskedPhone = (value: string) => `+7 ${value.slice(2, 5)} ***-**-${value.slice(-2)}`;
