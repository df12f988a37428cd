import type { Senders } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Staff } from '../../platform/http/viewer.ts';
import type { Sealers } from '../channels/channel.ts';
import { isOnlyOrganization } from '../ready-channels.ts';
import { createMailSender, type MailSenderDeps } from './mail-sender.ts';
import { createTelegramSender, type TelegramSenderDeps } from './telegram-sender.ts';

export type SendersDeps = Omit<MailSenderDeps, 'sealer'> &
  Omit<TelegramSenderDeps, 'sealer'> & { sealers: Sealers };

/** Settings of the channels of organizations: mail server and Telegram bot. */
export function createSenders({ sealers, ...deps }: SendersDeps) {
  const { db } = deps;
  const mail = createMailSender({ ...deps, sealer: sealers.passwords });
  const telegram = createTelegramSender({ ...deps, sealer: sealers.tokens });

  async function get(staff: Staff): Promise<Senders> {
    const { email, is_only } = await db
      .selectFrom('users as u')
      .select(['u.email', isOnlyOrganization(sql`u.organization_id`).as('is_only')])
      .where('u.id', '=', staff.userId)
      .executeTakeFirstOrThrow();
    return {
      test_address: email ?? '',
      carries_codes: is_only === true,
      email: await mail.get(staff),
      telegram: await telegram.get(staff),
    };
  }

  return { get, mail, telegram };
}

export type SendersService = ReturnType<typeof createSenders>;
