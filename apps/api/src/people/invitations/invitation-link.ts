import { type InvitationLink, withoutLinks } from '@referral-dashboard/api-contract';
import { type Destination, sendTo } from '../../messages/index.ts';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Limit } from '../../platform/http/limits/limits.ts';
import { hashToken, newToken } from '../../platform/one-time-token.ts';
import { renderQr } from '../../platform/qr.ts';

const LIFE_SECONDS = 72 * 60 * 60;
/** Counted per phone or e-mail over all organizations, so that invitations cannot flood an address. */
const SENT_LIMIT: Limit = { name: 'invitation-sent:address', max: 5, seconds: 24 * 60 * 60 };
const NAME_LENGTH = 60;

/** Name of an organization for a message to another person, shortened and without links. */
function nameInMessage(name: string): string {
  const [...characters] = withoutLinks(name) || 'Организация';
  return characters.length > NAME_LENGTH
    ? `${characters.slice(0, NAME_LENGTH - 1).join('')}…`
    : characters.join('');
}

type Invited = {
  organizationId: string;
  /** Phone and e-mail of the recipient. They may belong to a user or not: the work is the same. */
  to: Extract<Destination, { phone?: string }>;
  /** Purpose of the invitation: «вас стать партнером» */
  toWhat: string;
  /** First sentence of the message. Default: the message starts with the invitation. */
  opening?: string | undefined;
};

/** Creates a link that is valid for 72 hours and sends it on the available channels. @returns the link and the token columns of its row. */
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
    text: `${opening && `${withoutLinks(opening)} `}${nameInMessage(name)} приглашает ${toWhat}. Ссылка действует 72 часа, для одного входа: ${url}`,
    isSecret: true,
    at: now,
    expiresAt: expires_at,
    limit: SENT_LIMIT,
  });
  const link: InvitationLink = {
    url,
    qr: await renderQr(url),
    sent_by,
    expires_at: expires_at.toISOString(),
  };
  return { link, row: { token_hash: hashToken(token), created_at: now, expires_at } };
}
