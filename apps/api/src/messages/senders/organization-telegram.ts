import type { Selectable } from 'kysely';
import type { OrganizationTelegramTable } from '../../database/tables/messages.ts';
import type { Sealer } from '../../platform/sealed.ts';
import type { Channel } from '../channels/channel.ts';
import { telegram } from '../channels/telegram.ts';
import { createTelegramApi } from '../channels/telegram-api.ts';

export type OrganizationTelegram = Selectable<OrganizationTelegramTable>;

/** Purpose of the encryption key for bot tokens. */
export const TELEGRAM_TOKENS = 'organization telegram tokens';

const UNREADABLE = 'Токен бота нужно ввести заново: ключ сервера изменился.';

/** Decrypts a bot token. Undefined when the key of the server has changed. */
export const decryptToken = (
  sealer: Sealer,
  { token, organization_id }: Pick<OrganizationTelegram, 'token' | 'organization_id'>,
): string | undefined => sealer.open(token, organization_id);

/** Telegram channel with the bot of an organization. */
export function organizationTelegram(
  row: OrganizationTelegram,
  sealer: Sealer,
  fetch: typeof globalThis.fetch,
): Channel {
  const token = decryptToken(sealer, row);
  const channel = telegram(createTelegramApi(token ?? '', fetch), row.bot_id);
  if (token !== undefined) return channel;
  return { ...channel, send: async () => ({ kind: 'down', problem: UNREADABLE }) };
}
