import { SignJWT, UnsecuredJWT } from 'jose';
import { TEST_SECRET } from '../../src/testing/options.ts';

/** Of any type at all: a forger keeps to none. */
type Claims = Record<string, unknown>;
type Forgery = { secret?: string; algorithm?: 'HS256' | 'HS512' };

/** A token with any claims, signed with the test server's key unless told otherwise. */
export const forge = (claims: Claims, { secret = TEST_SECRET, algorithm = 'HS256' }: Forgery = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));

/** A token without a signature. */
export const unsigned = (claims: Claims) => new UnsecuredJWT(claims).encode();

/** The same token with the last character of its signature changed. */
export function tampered(token: string): string {
  const at = token.length - 10;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}
