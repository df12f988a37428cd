import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { createSealer } from '../../platform/sealed.ts';

const BYTES = 32;

type Owner = { organization_id: string; id: string };
type Sealed = Owner & { secret: string; previous_secret: string | null; previous_until: Date | null };

export type Secrets = ReturnType<typeof createSecrets>;

/** Creates, encrypts and uses the secrets of webhooks. */
export function createSecrets(secretKey: string) {
  const sealer = createSealer(secretKey, 'webhook secrets');
  const getOwner = ({ organization_id, id }: Owner) => `${organization_id}/${id}`;

  return {
    /** Returns a new secret as text for the receiver, and encrypted for the database. */
    issue(owner: Owner) {
      const secret = `whsec_${randomBytes(BYTES).toString('base64')}`;
      return { secret, sealed: sealer.seal(secret, getOwner(owner)) };
    },

    /** Returns the secrets that sign now, the current one first. Empty when the current one cannot be decrypted. */
    open(webhook: Sealed, now: Date): string[] {
      const current = sealer.open(webhook.secret, getOwner(webhook));
      if (current === undefined) return [];
      const { previous_secret, previous_until } = webhook;
      if (previous_secret === null || previous_until === null || previous_until <= now) return [current];
      const previous = sealer.open(previous_secret, getOwner(webhook));
      return previous === undefined ? [current] : [current, previous];
    },
  };
}

/** Returns the headers of Standard Webhooks, with a signature for each secret. */
export const signedHeaders = (secrets: readonly string[], id: string, at: Date, body: string) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
});
