import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** Returns a URL-safe secret of 256 bits: 43 characters. Telegram allows at most 64 in a start link. */
export const newToken = () => randomBytes(BYTES).toString('base64url');

/** Returns the hash of a token that the database stores. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');
