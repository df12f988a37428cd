import { text } from './text.ts';

/** Characters a new password has at least. */
export const MIN_PASSWORD = 10;

/** A password to be set: 10 to 256 characters. What else is asked of it the server checks. */
export const newPassword = text({ max: 256, secret: true }).refine(
  (value) => Array.from(value.normalize('NFC')).length >= MIN_PASSWORD,
  `Пароль слишком короткий: нужно не менее ${MIN_PASSWORD} символов.`,
);

/** True for a password that holds the person's own phone number, in whatever writing. */
export const holdsPhone = (password: string, phone: string) =>
  password.replace(/[\s().+\-\u2010-\u2015\u2212]/g, '').includes(phone.replace(/\D/g, '').slice(-10));

/** Said of a password that holds the person's own phone number. */
export const PHONE_IN_PASSWORD = 'Пароль не должен содержать ваш номер телефона.';
