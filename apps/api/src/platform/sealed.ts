import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts texts for the database. */
export type Sealer = ReturnType<typeof createSealer>;

/**
 * AES-256-GCM under a key derived by HKDF-SHA-256 from the secret key of the server. The owner of a value is authenticated with it: a value
 * copied to the row of another owner cannot be opened.
 */
export function createSealer(secretKey: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
  return {
    /** @returns nonce, ciphertext and tag in base64url. */
    seal(plain: string, owner: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const sealed = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },

    /** @returns undefined for a value sealed with another key or for another owner. */
    open(sealed: string, owner: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return (
          decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        return undefined;
      }
    },
  };
}
