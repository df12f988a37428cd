import type {
  MailEncryption,
  MessageChannel,
  MessageEvent,
  MessageMode,
} from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** Channels that this installation sends by, as its server was started. */
export type MessageChannelsTable = {
  channel: MessageChannel;
  /** For people: the name of the bot, the address mail comes from. */
  sender: string;
  /** Numeric id of the Telegram bot; null for other channels. */
  bot_id: string | null;
  /** Nothing leaves: what would be sent is shown to the owner. */
  is_rehearsal: boolean;
};

/** A message to one person, or to an address of nobody known here. */
export type MessagesTable = {
  id: string;
  /** null for what is between a person and the server. */
  organization_id: string | null;
  user_id: string | null;
  /** `direct`: a text to an address, such as a code. */
  event: MessageEvent | 'direct';
  title: string;
  body: string;
  path: string;
  /** Only its reader may know it: it is forgotten once it is sent. */
  is_secret: boolean;
  in_bell: boolean;
  created_at: Date;
  read_at: ColumnType<Date | null, never, Date>;
};

/** The way of a message by one channel. */
export type DeliveriesTable = {
  id: string;
  message_id: string;
  organization_id: string | null;
  user_id: string | null;
  channel: MessageChannel;
  /** The organization whose settings it is sent by; null: those of the server. */
  sender_id: string | null;
  address: string;
  is_daily: boolean;
  /** `taken`: a worker has it in hand. `handed`: it is being given to the channel, or has been. */
  status: 'waiting' | 'taken' | 'handed' | 'sent' | 'failed';
  attempts: Generated<number>;
  problem: Generated<string>;
  due_at: Date;
  /** Worth nothing after. */
  expires_at: Date | null;
  lease: ColumnType<string | null, never, string | null>;
  leased_until: ColumnType<Date | null, never, Date | null>;
  created_at: Date;
  sent_at: ColumnType<Date | null, never, Date | null>;
};

/** Choices that differ from the usual ones. */
export type MessageChoicesTable = {
  user_id: string;
  event: MessageEvent;
  channel: MessageChannel;
  mode: MessageMode;
};

/** `22:00`, both null: at any hour. Without a row: the usual hours. */
export type QuietHoursTable = { user_id: string; quiet_from: string | null; quiet_until: string | null };

/** Chats of users with bots. `bot_id` is empty for a chat that was linked before chats named their bot. */
export type TelegramChatsTable = {
  user_id: string;
  bot_id: string;
  chat_id: string;
  linked_at: Date;
  /** The organization whose bot it was; null: the bot of the server. */
  sender_id: ColumnType<string | null, string | null | undefined, string | null>;
};

export type TelegramStartsTable = { user_id: string; bot_id: string; token_hash: string; expires_at: Date };

/** The process that reads the updates of a bot, and the next update. */
export type TelegramPollsTable = { bot: string; holder: string; held_until: Date; next_update: number };

/** Telegram bot of an organization, for messages that the settings of the server do not send. */
export type OrganizationTelegramTable = {
  organization_id: string;
  /** Part of the token before the colon. */
  bot_id: string;
  /** User name without @. */
  bot_name: string;
  /** Sealed with a key derived from that of the server. */
  token: string;
  changed_at: Date;
};

/** Mail server of an organization, for messages that the settings of the server do not send. */
export type OrganizationMailTable = {
  organization_id: string;
  host: string;
  port: number;
  encryption: MailEncryption;
  user_name: string;
  /** Sealed with a key derived from that of the server; null without a password. */
  password: string | null;
  from_address: string;
  from_name: string;
  changed_at: Date;
};
