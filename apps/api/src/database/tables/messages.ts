import type {
  MailEncryption,
  MessageChannel,
  MessageEvent,
  MessageMode,
} from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** Message channels that the server was started with. */
export type MessageChannelsTable = {
  channel: MessageChannel;
  /** Displayed sender: the name of the bot or the address of the mail. */
  sender: string;
  /** Numeric id of the Telegram bot; null for other channels. */
  bot_id: string | null;
  /** True when nothing is sent; the owner sees the messages instead. */
  is_rehearsal: boolean;
};

/** A message to a user, or to an address without a user. */
export type MessagesTable = {
  id: string;
  /** null for messages of the server itself. */
  organization_id: string | null;
  user_id: string | null;
  /** `direct`: a text to an address, such as a code. */
  event: MessageEvent | 'direct';
  title: string;
  body: string;
  path: string;
  /** The content is removed after delivery, because only the recipient may know it. */
  is_secret: boolean;
  in_bell: boolean;
  created_at: Date;
  read_at: ColumnType<Date | null, never, Date>;
};

/** Delivery of a message by one channel. */
export type DeliveriesTable = {
  id: string;
  message_id: string;
  organization_id: string | null;
  user_id: string | null;
  channel: MessageChannel;
  /** The organization whose settings are used for sending; null for those of the server. */
  sender_id: string | null;
  address: string;
  is_daily: boolean;
  /** `taken`: a worker has locked it. `handed`: it is being passed to the channel, or has been. */
  status: 'waiting' | 'taken' | 'handed' | 'sent' | 'failed';
  attempts: Generated<number>;
  problem: Generated<string>;
  due_at: Date;
  /** Not delivered after this moment. */
  expires_at: Date | null;
  lease: ColumnType<string | null, never, string | null>;
  leased_until: ColumnType<Date | null, never, Date | null>;
  created_at: Date;
  sent_at: ColumnType<Date | null, never, Date | null>;
};

/** Notification settings that differ from the defaults. */
export type MessageChoicesTable = {
  user_id: string;
  event: MessageEvent;
  channel: MessageChannel;
  mode: MessageMode;
};

/** `22:00`; both null for no quiet hours. Without a row the default hours apply. */
export type QuietHoursTable = { user_id: string; quiet_from: string | null; quiet_until: string | null };

/** Chats of users with bots. `bot_id` is empty for a chat that was linked before chats named their bot. */
export type TelegramChatsTable = {
  user_id: string;
  bot_id: string;
  chat_id: string;
  linked_at: Date;
  /** The organization of the bot; null for the bot of the server. */
  sender_id: ColumnType<string | null, string | null | undefined, string | null>;
};

export type TelegramStartsTable = { user_id: string; bot_id: string; token_hash: string; expires_at: Date };

/** The process that reads the updates of a bot, and the id of the next update. */
export type TelegramPollsTable = { bot: string; holder: string; held_until: Date; next_update: number };

/** Telegram bot of an organization. It sends the messages that the settings of the server do not send. */
export type OrganizationTelegramTable = {
  organization_id: string;
  /** Part of the token before the colon. */
  bot_id: string;
  /** User name without @. */
  bot_name: string;
  /** Encrypted with a key derived from that of the server. */
  token: string;
  changed_at: Date;
};

/** Mail server of an organization. It sends the messages that the settings of the server do not send. */
export type OrganizationMailTable = {
  organization_id: string;
  host: string;
  port: number;
  encryption: MailEncryption;
  user_name: string;
  /** Encrypted with a key derived from that of the server; null without a password. */
  password: string | null;
  from_address: string;
  from_name: string;
  changed_at: Date;
};
