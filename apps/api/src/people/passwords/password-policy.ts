import { containsPhone, newPassword, PHONE_IN_PASSWORD } from '@referral-dashboard/api-contract';
import { inLatinLayout, inRussianLayout, toLatinLayout } from './keyboard-layouts.ts';

/** User whose phone and name a new password must not contain. */
export type PasswordOwner = Record<'phone' | 'last_name' | 'first_name' | 'father_name', string>;

/** Rates a password from 0 (very easy to guess) to 4. */
export type PasswordStrength = (password: string) => Promise<number>;

/** Checks a new password. Returns a Russian message for a refused one, else undefined. */
export type PasswordPolicy = (password: string, owner: PasswordOwner) => Promise<string | undefined>;

/** Lowest accepted score. zxcvbn gives it to a password that takes at least a million guesses, far more than the sign-in limits allow. */
const MIN_SCORE = 2;
/** Minimum length of a checked name. Many words contain shorter names by chance. */
const MIN_NAME_LENGTH = 4;

const NAME = 'Пароль не должен содержать ваше имя, отчество или фамилию.';
const COMMON =
  'Такой пароль легко подобрать. Возьмите несколько слов, не связанных друг с другом, или случайный набор знаков.';

/** The letters and digits of a text in lower case, with `е` instead of `ё`. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The password as typed and as the same keys type it in the other keyboard layout. */
const layoutVariants = (password: string) => [
  ...new Set([password, inLatinLayout(password), inRussianLayout(password)]),
];

function containsName(password: string, { last_name, first_name, father_name }: PasswordOwner): boolean {
  const names = [last_name, first_name, father_name]
    .map(plain)
    .filter((name) => name.length >= MIN_NAME_LENGTH);
  const spellings = names.flatMap((name) => [name, toLatinLayout(name)]);
  return layoutVariants(password).some((variant) => spellings.some((name) => plain(variant).includes(name)));
}

/** Returns the rules for new passwords: at least ten characters, no phone, no name, not easy to guess. */
export function createPasswordPolicy(measureStrength: PasswordStrength): PasswordPolicy {
  return async (password, owner) => {
    const { error } = newPassword.safeParse(password);
    if (error) return error.issues[0]?.message;
    if (containsPhone(password, owner.phone)) return PHONE_IN_PASSWORD;
    if (containsName(password, owner)) return NAME;
    for (const variant of layoutVariants(password))
      if ((await measureStrength(variant)) < MIN_SCORE) return COMMON;
    return undefined;
  };
}
