import { sql } from 'kysely';
import { z } from 'zod';
import { organizationTelegram } from '../senders/organization-telegram.ts';
import { defineChannel } from './channel.ts';
import { telegram } from './telegram.ts';
import { createTelegramApi, parseBotId } from './telegram-api.ts';

export const telegramChannel = defineChannel({
  environment: {
    TELEGRAM_BOT_TOKEN: z
      .string()
      .regex(/^\d+:[\w-]+$/, 'Токен бота вида 123456:ABC.')
      .optional(),
  },
  readSettings: ({ TELEGRAM_BOT_TOKEN }) => TELEGRAM_BOT_TOKEN,
  open: (token, fetch) => telegram(createTelegramApi(token, fetch), parseBotId(token)),
  isRehearsable: false,
  getAddress: ({ chats }, botId) => chats[botId ?? ''] ?? '',
  isCurrentAddress: sql`t.user_id is not null`,
  // A chat id has no meaning for users.
  displayAddress: ({ chats }) => (Object.keys(chats).length > 0 ? 'Telegram' : ''),
  replacement: 'email',
  organizations: {
    table: 'organization_telegram',
    botId: sql`o.bot_id`,
    async read({ db, sealers, fetch }, condition) {
      const rows = await db
        .selectFrom('organization_telegram as o')
        .selectAll('o')
        .where(condition)
        .execute();
      return rows.map((row) => ({ row, open: () => organizationTelegram(row, sealers.tokens, fetch) }));
    },
  },
});
