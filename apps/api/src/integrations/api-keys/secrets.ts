import { API_KEY_PREFIX } from '@referral-dashboard/api-contract';
import { hashToken, newToken } from '../../platform/one-time-token.ts';

const SHOWN_CHARACTERS = 4;

/** Returns the secret of a new key with 256 random bits, its shown start, and the hash that the database stores. */
export function newSecret() {
  const secret = `${API_KEY_PREFIX}${newToken()}`;
  return {
    secret,
    prefix: secret.slice(0, API_KEY_PREFIX.length + SHOWN_CHARACTERS),
    secret_hash: hashToken(secret),
  };
}

const BEARER = new RegExp(`^\\s*Bearer\\s+(${API_KEY_PREFIX}\\S*)\\s*$`);

/** Returns the API key in an `Authorization` header. Undefined for other credentials. */
export const readSecret = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.[1];
