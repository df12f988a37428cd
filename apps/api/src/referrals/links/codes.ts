import { randomInt } from 'node:crypto';

// Neither 0 and O nor 1, I and l: codes are read aloud and typed.
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 7;

/** A code of seven characters, at least one of them a letter. */
export function newCode(random: (below: number) => number = randomInt): string {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[random(ALPHABET.length)]).join('');
  return /^\d+$/.test(code) ? newCode(random) : code;
}
