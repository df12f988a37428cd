import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** A secret of 256 bits, fit for an address. */
export const newToken = () => randomBytes(BYTES).toString('base64url');

/** Hash that the database keeps of a token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
