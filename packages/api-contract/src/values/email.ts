import { text } from './text.ts';

const MAX = 254;
// The domain may have letters of any alphabet: .рф domains have e-mail addresses too.
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

/** An e-mail address of at most 254 characters, or an empty string. */
export const email = text({ max: MAX, blank: true }).refine(
  (value) => value === '' || (ADDRESS.test(value) && !/^\.|\.\.|\.@/.test(value)),
  'Введите правильный адрес электронной почты.',
);
