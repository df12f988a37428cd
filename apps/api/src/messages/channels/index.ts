import type { Channel } from './channel.ts';
import { type EmailSettings, email } from './email.ts';
import { rehearsal } from './rehearsal.ts';
import { type SmsSettings, sms } from './sms.ts';
import { smsAero } from './sms-aero.ts';
import { smsc } from './smsc.ts';
import { telegram } from './telegram.ts';
import type { TelegramApi } from './telegram-api.ts';

export type ChannelSettings = {
  email: EmailSettings | undefined;
  sms: SmsSettings | undefined;
  /** Token of the Telegram bot. */
  telegram: string | undefined;
  /** Channels without settings are rehearsed: messages appear in the outbox and are not sent. */
  isRehearsed: boolean;
  /** Whether mail servers of organizations may have private IP addresses. */
  arePrivateHostsAllowed: boolean;
};

/** Creates the channels of the server's settings. */
export function channelsOf(
  settings: ChannelSettings,
  fetch: typeof globalThis.fetch,
  bot: { id: string; api: TelegramApi } | undefined,
): Channel[] {
  const { isRehearsed, email: mail, sms: text } = settings;
  const gateway = text && { smsc, smsaero: smsAero }[text.provider](text);
  return [
    mail ? email(mail) : isRehearsed && rehearsal('email'),
    gateway ? sms(gateway, text.sender, fetch) : isRehearsed && rehearsal('sms'),
    bot !== undefined && telegram(bot.api, bot.id),
  ].filter((channel) => channel !== false);
}
