import type { MessageChannel } from '@referral-dashboard/api-contract';

/** A text on its way to an address. */
export type EmailMessage = {
  /** The same at every try. */
  id: string;
  to: string;
  title: string;
  text: string;
  /** Address of the page it is about; null: there is none. */
  url: string | null;
  /** Support address for e-mails; empty or left out without one. */
  support?: string;
};

/**
 * Outcome of a try.
 *
 * - `sent`: the channel has taken it.
 * - `refused`: it will never get to this address.
 * - `failed`: another try may do.
 * - `slow`: the channel wants no more for so many seconds; this was no try.
 * - `down`: the channel works for nobody now.
 * - `gone`: the reader has left the channel.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused' | 'failed' | 'down' | 'gone'; problem: string }
  | { kind: 'slow'; seconds: number };

/** A way out of the server. */
export type Channel = {
  channel: MessageChannel;
  /** For people: the address mail comes from, the name of the bot. */
  sender: string;
  /** Numeric id of the Telegram bot. */
  botId?: string;
  /** Nothing leaves. */
  isRehearsal: boolean;
  /** Sent twice it arrives once, or does no harm: tried again when it is not known how a try has ended. */
  isRepeatable: boolean;
  /** Number of letters on their way side by side. */
  atOnce: number;
  /** Never throws. */
  send: (letter: EmailMessage) => Promise<Outcome>;
  close?: () => void;
};

/** Time for one try, in milliseconds. */
export const SEND_TIMEOUT_MS = 15_000;
