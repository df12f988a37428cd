import { type SqlBool, sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Sealer } from '../../platform/sealed.ts';
import type { Channel } from '../channels/channel.ts';
import { organizationMail } from './organization-mail.ts';
import { organizationTelegram } from './organization-telegram.ts';

/** Encryption of mail passwords and bot tokens. */
export type Sealers = { passwords: Sealer; tokens: Sealer };

export type OrganizationChannelsParts = {
  db: Db;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  sealers: Sealers;
  isPrivateAllowed: boolean;
};

/** A channel that an organization has set up. */
export type OrganizationChannel = {
  key: string;
  organizationId: string;
  /** Changes whenever the settings change. */
  settings: string;
  open: () => Channel;
};

/** Returns a function that reads the channels of organizations with due deliveries. */
export function createOrganizationChannels(parts: OrganizationChannelsParts) {
  const { db, clock, fetch, sealers, isPrivateAllowed } = parts;
  const hasDue = (channel: Channel['channel']) => sql<SqlBool>`exists (
    select from deliveries d
    where d.sender_id = o.organization_id and d.channel = ${channel} and d.status in ('waiting', 'taken', 'handed')
      and (case when d.status = 'waiting' then d.due_at else d.leased_until end) <= ${clock()})`;
  const channelOf = (
    channel: Channel['channel'],
    row: { organization_id: string },
    open: () => Channel,
  ): OrganizationChannel => {
    const { organization_id: organizationId } = row;
    return { organizationId, open, key: `${channel} ${organizationId}`, settings: JSON.stringify(row) };
  };

  return async (): Promise<OrganizationChannel[]> => {
    const mail = db.selectFrom('organization_mail as o').selectAll('o').where(hasDue('email'));
    const bots = db.selectFrom('organization_telegram as o').selectAll('o').where(hasDue('telegram'));
    return [
      ...(await mail.execute()).map((row) =>
        channelOf('email', row, () => organizationMail(row, sealers.passwords, isPrivateAllowed)),
      ),
      ...(await bots.execute()).map((row) =>
        channelOf('telegram', row, () => organizationTelegram(row, sealers.tokens, fetch)),
      ),
    ];
  };
}
