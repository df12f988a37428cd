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
  /** Token of the bot. */
  telegram: string | undefined;
  /** Rehearses what is not set up: it is shown and not sent. */
  isRehearsed: boolean;
  /** Mail servers of organizations may be inside the network of this server. */
  arePrivateHostsAllowed: boolean;
};

/** The channels that settings name. */
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
