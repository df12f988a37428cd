import { text } from './text.ts';

/** Message for text that is not a Russian phone number. */
export const NOT_A_RUSSIAN_PHONE = 'Введите российский номер телефона, например +7 916 123-45-67.';
const MOBILE = 'Введите номер мобильного телефона, например +7 916 123-45-67.';
const SEPARATORS = /[\s\-().\u00a0\u2010-\u2015\u2212]/g;

/** Removes spaces, dots, brackets and dashes from a number. */
export const withoutSeparators = (input: string) => input.replace(SEPARATORS, '');

/**
 * Parses a Russian phone number in any usual notation: with 8, 7, +7 or no prefix, and with spaces, brackets and dashes. Returns
 * `+7XXXXXXXXXX`, or null for other text. Area codes start with 3, 4, 8 or 9: +7 6XX and +7 7XX belong to Kazakhstan, the others are not
 * assigned.
 */
export function russianPhone(input: string): string | null {
  const bare = withoutSeparators(input);
  const subscriber = /^(?:8|\+?7)(\d{10})$|^(9\d{9})$/.exec(bare);
  const digits = subscriber?.[1] ?? subscriber?.[2] ?? '';
  return /^[3489]\d{9}$/.test(digits) ? `+7${digits}` : null;
}

/** Complete numbers with a country code: after `+`, after 00 or 8 10, or eleven digits that start with 7 or 8. */
const COMPLETE = [/^\+(?!7|0)\d{8,15}$/, /^\+7\d{10}$/, /^(?:00|810)\d{8,15}$/, /^[78]\d{10}$/];

/**
 * Returns true for a complete phone number that is not Russian, or is in the notation for calls from abroad. Returns false for partial
 * numbers.
 */
export const isForeignPhone = (input: string) =>
  russianPhone(input) === null && COMPLETE.some((form) => form.test(withoutSeparators(input)));

/** A Russian phone number, converted to `+7XXXXXXXXXX`. */
export const phone = text({ max: 64 })
  .refine((value) => russianPhone(value) !== null, NOT_A_RUSSIAN_PHONE)
  .transform((value) => russianPhone(value) ?? value);

/** A Russian mobile phone number, which is used for sign-in. */
export const mobilePhone = phone.refine(
  (value) => value.startsWith('+79') || russianPhone(value) === null,
  MOBILE,
);

export { writtenPhone } from './written-contacts.ts';

/** Masks a phone number: `+7 916 ***-**-67`. */
export const maskedPhone = (value: string) => `+7 ${value.slice(2, 5)} ***-**-${value.slice(-2)}`;
