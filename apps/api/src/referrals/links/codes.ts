import { randomInt } from 'node:crypto';

// Without 0, O, 1, I and l, which are easily confused when a code is read aloud or typed.
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 7;

/** Returns a random code of seven characters with at least one letter. */
export function newCode(random: (bound: number) => number = randomInt): string {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[random(ALPHABET.length)]).join('');
  return /^\d+$/.test(code) ? newCode(random) : code;
}
