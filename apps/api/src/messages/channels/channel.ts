import type { MessageChannel } from '@referral-dashboard/api-contract';

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
};

/**
 * Outcome of an attempt.
 *
 * - `sent`: the channel accepted the message.
 * - `refused`: the message can never reach this address.
 * - `failed`: another attempt may succeed.
 * - `slow`: rate limit of the channel; wait `seconds`. It does not count as an attempt.
 * - `down`: the channel does not work for any recipient.
 * - `gone`: the recipient has left the channel.
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
