import { text } from './text.ts';

const WRONG = 'Введите российский номер телефона, например +7 916 123-45-67.';
const MOBILE = 'Введите номер мобильного телефона, например +7 916 123-45-67.';
const DECORATION = /[\s\-().\u00a0\u2010-\u2015\u2212]/g;

/** A Russian phone number in any usual writing as `+7XXXXXXXXXX`; `null` when it is none. Numbers of Kazakhstan are none. */
export function russianPhone(written: string): string | null {
  const bare = written.replace(DECORATION, '');
  const subscriber = /^(?:8|\+?7)(\d{10})$|^(9\d{9})$/.exec(bare);
  const digits = subscriber?.[1] ?? subscriber?.[2] ?? '';
  return /^[3489]\d{9}$/.test(digits) ? `+7${digits}` : null;
}

/** A phone number of Russia, read into `+7XXXXXXXXXX`. */
export const phone = text({ max: 64 })
  .refine((value) => russianPhone(value) !== null, WRONG)
  .transform((value) => russianPhone(value) ?? value);

/** The same, mobile only: what a person signs in with. */
export const mobilePhone = phone.refine(
  (value) => value.startsWith('+79') || russianPhone(value) === null,
  MOBILE,
);

/** A phone number as people write it, `+7 916 123-45-67`; what is none of ours stays as it is. */
export const writtenPhone = (value: string) =>
  value.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4');

/** A phone number as those see it who may not call it: `+7 916 ***-**-67`. */
export const maskedPhone = (value: string) => `+7 ${value.slice(2, 5)} ***-**-${value.slice(-2)}`;
