import { buildRecord } from '../values/values.ts';

type ChannelText = {
  /** Name in lists and settings. */
  label: string;
  /** Answers «how was it sent»: «по СМС». */
  sentBy: string;
  /** Answers «where do codes go». Undefined for a channel that must not carry secrets. */
  codesTo?: string;
  /** Says in the settings what to do about a missing address. */
  missingAddress: string;
  /** A message costs money, so it is sent for urgent events only unless a user asks for more. */
  isPaid: boolean;
};

/**
 * External channels of messages, in the order of their columns. The notification list in the dashboard is always on and is not a channel.
 * How the server sends by a channel is in `apps/api/src/messages/channels`.
 */
const CHANNELS = {
  email: {
    label: 'Почта',
    sentBy: 'на почту',
    codesTo: 'на подтвержденную почту',
    missingAddress: 'Укажите и подтвердите почту в профиле',
    isPaid: false,
  },
  telegram: {
    label: 'Telegram',
    sentBy: 'в Telegram',
    missingAddress: 'Подключите бота',
    isPaid: false,
  },
  sms: {
    label: 'СМС',
    sentBy: 'по СМС',
    codesTo: 'по СМС',
    missingAddress: 'Укажите телефон в профиле',
    isPaid: true,
  },
} as const satisfies Record<string, ChannelText>;

export type MessageChannel = keyof typeof CHANNELS;
export const MESSAGE_CHANNEL_TEXTS: Readonly<Record<MessageChannel, ChannelText>> = CHANNELS;
export const MESSAGE_CHANNELS = Object.keys(CHANNELS) as [MessageChannel, ...MessageChannel[]];
/** Channels that only the user can read, so that a code on them proves the identity. The phone is first: every user has one. */
export const SECRET_CHANNELS = MESSAGE_CHANNELS.filter(
  (channel) => MESSAGE_CHANNEL_TEXTS[channel].codesTo !== undefined,
).toReversed();

/** Returns a record with a value for each channel. */
export const eachChannel = <Value>(
  choose: (channel: MessageChannel) => Value,
): Record<MessageChannel, Value> => buildRecord(MESSAGE_CHANNELS, choose);
