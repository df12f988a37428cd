import type { InvitationLink } from '@referral-dashboard/api-contract';
import { type Destination, sendTo } from '../../domain/messages/send-to.ts';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { hashOf, newToken } from '../../platform/one-time-token.ts';
import { qrOf } from '../../platform/qr.ts';

const LIFE_SECONDS = 72 * 60 * 60;

type Invited = {
  organizationId: string;
  /** Phone and e-mail of the person; known here or not, the work is the same. */
  to: Extract<Destination, { phone?: string }>;
  /** «вас стать партнером» */
  toWhat: string;
  /** First sentence of the message; left out: the message begins with the invitation. */
  opening?: string | undefined;
};

/** A link that works from now on for 72 hours, sent to the person where a channel is set up: what is told of it once, and what is kept. */
export async function newLink(
  trx: Db,
  { organizationId, to, toWhat, opening = '' }: Invited,
  now: Date,
  site: string,
) {
  const token = newToken();
  const expires_at = plusSeconds(now, LIFE_SECONDS);
  const url = new URL(`/invite/${token}`, site).href;
  const { name } = await trx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const sent_by = await sendTo(trx, {
    to,
    organizationId,
    title: 'Приглашение',
    text: `${opening && `${opening} `}${name} приглашает ${toWhat}. Ссылка действует 72 часа, для одного входа: ${url}`,
    isSecret: true,
    at: now,
    expiresAt: expires_at,
  });
  const link: InvitationLink = { url, qr: await qrOf(url), sent_by, expires_at: expires_at.toISOString() };
  return { link, row: { token_hash: hashOf(token), created_at: now, expires_at } };
}
