import type { BrandColors, MessageChannel } from '@referral-dashboard/api-contract';
import type { RawBuilder, SqlBool } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Sealer } from '../../platform/sealed.ts';

/** Look of an organization in e-mails. */
export type Brand = {
  name: string;
  /** Absolute URL of the logo; null without one. */
  logoUrl: string | null;
  /** Readable colors; null for the colors of the product. */
  colors: BrandColors | null;
};

/** A message to one address. */
export type EmailMessage = {
  /** The same for every attempt, so that duplicates can be recognized. */
  id: string;
  to: string;
  title: string;
  text: string;
  /** URL of the page that the message is about; null without a page. */
  url: string | null;
  /** Support address in the footer of e-mails. Empty or undefined: no footer. */
  support?: string;
  /** Brand of the organization on whose behalf the message is sent. Undefined: the look of the product. */
  brand?: Brand | undefined;
  /** Why the recipient gets the message (empty when unknown), and the page of notification settings (null without a sign-in). */
  footer?: { reason: string; settingsUrl: string | null };
};

/**
 * Outcome of an attempt.
 *
 * - `sent`: the channel accepted the message.
 * - `refused`: the message can never reach this address.
 * - `failed`: another attempt may succeed.
 * - `slow`: rate limit of the channel; wait `seconds`. It does not count as an attempt.
 * - `down`: the channel does not work for any recipient.
 * - `gone`: the recipient has blocked or left the channel.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused' | 'failed' | 'down' | 'gone'; problem: string }
  | { kind: 'slow'; seconds: number };

/** A channel that sends messages. */
export type Channel = {
  channel: MessageChannel;
  /** Sender that users see: the e-mail address or the name of the bot. */
  sender: string;
  /** Numeric id of the Telegram bot. */
  botId?: string;
  /** Messages are stored in the outbox and not sent. */
  isRehearsal: boolean;
  /** Sending a message twice does no harm, so it is sent again when the outcome of an attempt is unknown. */
  isRepeatable: boolean;
  /** Number of messages that are sent at the same time. */
  atOnce: number;
  /** Sends a message. Never throws. */
  send: (message: EmailMessage) => Promise<Outcome>;
  /** Closes open connections. */
  close?: () => void;
};

/** Timeout of one attempt, in milliseconds. */
export const SEND_TIMEOUT_MS = 15_000;

/** Data of a user from which addresses are computed. */
export type Addresses = {
  /** Empty while it is not confirmed. */
  email: string;
  phone: string;
  /** Chat ids by bot id. */
  chats: Readonly<Record<string, string>>;
};

/** Channel that an organization has set up. */
export type OrganizationChannel = {
  key: string;
  organizationId: string;
  /** Changes whenever the settings change. */
  settings: string;
  open: () => Channel;
};

/** Encryption of mail passwords and bot tokens. */
export type Sealers = { passwords: Sealer; tokens: Sealer };

export type OrganizationChannelDeps = {
  db: Db;
  fetch: typeof globalThis.fetch;
  sealers: Sealers;
  isPrivateAllowed: boolean;
};

/** Settings of organizations for a channel. */
export type OrganizationSettings = {
  /** Table `o` with the settings: columns `organization_id` and, for bots, `bot_id`. */
  table: 'organization_mail' | 'organization_telegram';
  /** SQL for the id of the bot in `o`; null for a channel without bots. */
  botId: RawBuilder<string | null>;
  /** Returns the channels of the organizations that match a condition on `o`. */
  read: (
    deps: OrganizationChannelDeps,
    condition: RawBuilder<SqlBool>,
  ) => Promise<{ row: { organization_id: string }; open: () => Channel }[]>;
};

/**
 * How the server sends by a channel. Its name and words are in the contract. Methods, not properties, take the types that differ between
 * channels, so that one list can hold all of them.
 */
export type ChannelDefinition<Environment extends z.ZodRawShape, Settings> = {
  /** Environment variables with the settings of the server. */
  environment: Environment;
  /** Returns the settings of the server; undefined without them. */
  readSettings(values: z.output<z.ZodObject<Environment>>): Settings | undefined;
  /** Returns an error for incomplete settings: they are a mistake, not a disabled channel. */
  findProblem?(values: z.output<z.ZodObject<Environment>>): string | undefined;
  /** Opens the channel with the settings of the server. */
  open(settings: Settings, fetch: typeof globalThis.fetch): Channel;
  /** Without settings of the server, the demo mode shows messages in the outbox. */
  isRehearsable: boolean;
  /** Returns the address of a user; empty without one. */
  getAddress: (person: Addresses, botId: string | null) => string;
  /** SQL condition: the address of the delivery `d` is still an address of its user `u`, or of the user's chat `t`. */
  isCurrentAddress: RawBuilder<SqlBool>;
  /** Returns the address for the user's own settings. Default: `getAddress`. */
  displayAddress?: (person: Addresses) => string;
  /** Channel that replaces this one while the user's link is out of date. */
  replacement?: MessageChannel;
  /** Undefined: organizations cannot set up the channel. */
  organizations?: OrganizationSettings;
};

/** A definition whose types of settings are not known. */
export type AnyChannel = ChannelDefinition<z.ZodRawShape, unknown>;

/** Infers the types of a definition. */
export const defineChannel = <Environment extends z.ZodRawShape, Settings>(
  definition: ChannelDefinition<Environment, Settings>,
) => definition;
