import { SignJWT, UnsecuredJWT } from 'jose';
import { TEST_SECRET } from '../../src/testing/options.ts';

/** Claims of any type: a forged token need not follow the schema. */
type Claims = Record<string, unknown>;
type Forgery = { secret?: string; algorithm?: 'HS256' | 'HS512' };

/** Signs a token with any claims, by default with the key of the test server. */
export const forge = (claims: Claims, { secret = TEST_SECRET, algorithm = 'HS256' }: Forgery = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));

/** Returns a token without a signature. */
export const unsigned = (claims: Claims) => new UnsecuredJWT(claims).encode();

/** Returns the token with one character of its signature changed. */
export function tampered(token: string): string {
  const at = token.length - 10;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}
