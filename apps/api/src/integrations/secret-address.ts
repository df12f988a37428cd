import { createHash, randomBytes } from 'node:crypto';

/** Returns the hash by which a secret is found in the database. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/**
 * Returns a new secret of 256 bits for an address that other systems call, as columns of the database: its hash, and the secret sealed, so that
 * it can be shown again.
 */
export function issueSecret(seal: (secret: string) => string) {
  const secret = randomBytes(32).toString('base64url');
  return { inbound_hash: hashSecret(secret), inbound_secret: seal(secret) };
}
