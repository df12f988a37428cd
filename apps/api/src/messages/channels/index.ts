import { MESSAGE_CHANNELS, type MessageChannel } from '@referral-dashboard/api-contract';
import type { z } from 'zod';
import type { AnyChannel, Channel } from './channel.ts';
import { emailChannel } from './email.channel.ts';
import { rehearsal } from './rehearsal.ts';
import { smsChannel } from './sms.channel.ts';
import { telegramChannel } from './telegram.channel.ts';

/** All channels. A channel of the contract without an entry does not compile. */
const DEFINITIONS = {
  email: emailChannel,
  telegram: telegramChannel,
  sms: smsChannel,
} satisfies Record<MessageChannel, AnyChannel>;

type Definitions = typeof DEFINITIONS;
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer Member,
) => void
  ? Member
  : never;

/** Settings of the server. A channel without settings is not available. */
type SettingsByChannel = {
  [Name in keyof Definitions]?: ReturnType<Definitions[Name]['readSettings']> | undefined;
};

export type ChannelSettings = SettingsByChannel & {
  /** Channels without settings are rehearsed: messages appear in the outbox and are not sent. */
  isRehearsed: boolean;
  /** Whether mail servers of organizations may have private IP addresses. */
  arePrivateHostsAllowed: boolean;
};

export const getChannelDefinition = (channel: MessageChannel): AnyChannel => DEFINITIONS[channel];

/** Environment variables of all channels. */
export const channelEnvironment: Intersection<Definitions[keyof Definitions]['environment']> = Object.assign(
  {},
  ...MESSAGE_CHANNELS.map((channel) => getChannelDefinition(channel).environment),
);

type ChannelValues = z.output<z.ZodObject<typeof channelEnvironment>>;

export const channelProblems = (values: ChannelValues): string[] =>
  MESSAGE_CHANNELS.flatMap((channel) => getChannelDefinition(channel).findProblem?.(values) ?? []);

export const channelSettings = (values: ChannelValues): SettingsByChannel =>
  Object.fromEntries(
    MESSAGE_CHANNELS.map((channel) => [channel, getChannelDefinition(channel).readSettings(values)]),
  ) as SettingsByChannel;

/** Channels that organizations can set up, with their settings. */
export const organizationChannels = MESSAGE_CHANNELS.flatMap((channel) => {
  const { organizations } = getChannelDefinition(channel);
  return organizations === undefined ? [] : [{ channel, ...organizations }];
});

/** Opens the channels of the server's settings. */
export const openChannels = (settings: ChannelSettings, fetch: typeof globalThis.fetch): Channel[] =>
  MESSAGE_CHANNELS.flatMap((channel) => {
    const { open, isRehearsable } = getChannelDefinition(channel);
    const own = settings[channel];
    if (own !== undefined) return open(own, fetch);
    return settings.isRehearsed && isRehearsable ? rehearsal(channel) : [];
  });
