import { platform } from '../platform.ts';

/** Base64url of a text of any alphabet. */
const encoded = (value: unknown): string =>
  (platform as unknown as { btoa(text: string): string })
    .btoa(
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
export const fakeJwt = (claims: Claims): string => `${encoded({ alg: 'none' })}.${encoded(claims)}.fake`;

/** The claims of a JWT; empty for anything else. */
export function claimsOf(token: string): Claims {
  try {
    const [, payload = ''] = token.split('.');
    return JSON.parse(platform.atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as Record<
      string,
      unknown
    >;
  } catch {
    return {};
  }
}
