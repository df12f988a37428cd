import { withoutSeparators } from '../values/phone.ts';
import { text } from '../values/text.ts';

/** Minimum length of a new password, in characters. */
export const MIN_PASSWORD = 10;

/** A new password of 10 to 256 characters. The server checks further rules. */
export const newPassword = text({ max: 256, secret: true }).refine(
  (value) => Array.from(value.normalize('NFC')).length >= MIN_PASSWORD,
  `Пароль слишком короткий: нужно не менее ${MIN_PASSWORD} символов.`,
);

/** Returns true when a password contains the user's phone number in any notation. */
export const containsPhone = (password: string, phone: string) =>
  withoutSeparators(password).replaceAll('+', '').includes(phone.replace(/\D/g, '').slice(-10));

/** Message for a password that contains the user's phone number. */
export const PHONE_IN_PASSWORD = 'Пароль не должен содержать ваш номер телефона.';
