import type { InvitationLink } from '@referral-dashboard/api-contract';
import { plusSeconds } from '../../platform/clock.ts';
import { hashOf, newToken } from '../../platform/one-time-token.ts';
import { qrOf } from '../../platform/qr.ts';

const LIFE_SECONDS = 72 * 60 * 60;

/** A link that works from now on for 72 hours: what is told of it once, and what is kept. */
export async function newLink(now: Date, site: string) {
  const token = newToken();
  const expires_at = plusSeconds(now, LIFE_SECONDS);
  const url = new URL(`/invite/${token}`, site).href;
  const link: InvitationLink = {
    url,
    qr: await qrOf(url),
    expires_at: expires_at.toISOString(),
  };
  return { link, row: { token_hash: hashOf(token), created_at: now, expires_at } };
}
