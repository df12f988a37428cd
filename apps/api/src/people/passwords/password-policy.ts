import { holdsPhone, newPassword, PHONE_IN_PASSWORD } from '@referral-dashboard/api-contract';
import { inLatinLayout, inRussianLayout, toLatinLayout } from './keyboard-layouts.ts';

/** Owner of a new password. */
export type PasswordOwner = Record<'phone' | 'last_name' | 'first_name' | 'father_name', string>;

/** Strength of a password, from 0 (guessed at once) to 4. */
export type PasswordStrength = (password: string) => Promise<number>;

/** The sentence for a password that is not fit to be set; nothing for one that is. */
export type PasswordPolicy = (password: string, owner: PasswordOwner) => Promise<string | undefined>;

/** From a million guesses on: far more than the limits of sign-in leave to anybody. */
const FIT = 2;
/** Shorter names stand in too many words by chance. */
const MIN_NAME = 4;

const NAME = 'Пароль не должен содержать ваше имя, отчество или фамилию.';
const COMMON =
  'Такой пароль легко подобрать. Возьмите несколько слов, не связанных друг с другом, или случайный набор знаков.';

/** Letters and digits alone, in one writing. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The password as it was typed and as it would be with the keyboard in the other layout. */
const typedEitherWay = (password: string) => [
  ...new Set([password, inLatinLayout(password), inRussianLayout(password)]),
];

function holdsName(password: string, { last_name, first_name, father_name }: PasswordOwner): boolean {
  const names = [last_name, first_name, father_name].map(plain).filter((name) => name.length >= MIN_NAME);
  const spelled = names.flatMap((name) => [name, toLatinLayout(name)]);
  return typedEitherWay(password).some((typed) => spelled.some((name) => plain(typed).includes(name)));
}

/** Rules of every new password: ten characters, neither the phone nor a name in it, not easily guessed. */
export function createPasswordPolicy(strengthOf: PasswordStrength): PasswordPolicy {
  return async (password, owner) => {
    const { error } = newPassword.safeParse(password);
    if (error) return error.issues[0]?.message;
    if (holdsPhone(password, owner.phone)) return PHONE_IN_PASSWORD;
    if (holdsName(password, owner)) return NAME;
    for (const typed of typedEitherWay(password)) if ((await strengthOf(typed)) < FIT) return COMMON;
    return undefined;
  };
}
