import { claimsOf as readClaims } from '../platform.ts';

/** Base64url of JSON in any alphabet. */
const encode = (value: unknown): string =>
  btoa(
    JSON.stringify(value).replace(
      /[^ -~]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** Claims of a fake token. */
export interface Claims {
  readonly type?: string;
  readonly user?: unknown;
  readonly serial?: number;
  readonly exp?: number;
}

/** An unsigned JWT. */
export const fakeJwt = (claims: object): string => `${encode({ alg: 'none' })}.${encode(claims)}.fake`;

/** The claims of a fake token; empty for anything else. */
export const claimsOf = (token: string): Claims => readClaims(token) as Claims;
