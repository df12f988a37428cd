import { z } from 'zod';
import { commaList, listQuery, page } from '../base/pagination.ts';
import { text } from '../values/text.ts';
import { changes, id, oneOf, queryParameters } from '../values/values.ts';
import { MESSAGE_CHANNELS } from './message-channels.ts';
import { MESSAGE_EVENTS, MESSAGE_MODES } from './message-events.ts';

const event = z.enum([...MESSAGE_EVENTS, 'direct']);
const channel = z.enum(MESSAGE_CHANNELS);

/** A notification in the dashboard. */
export const message = z.object({
  id: z.uuid(),
  event,
  title: z.string(),
  text: z.string(),
  path: z.string().describe('Path of the related page; empty without one.'),
  created_at: z.iso.datetime(),
  read_at: z.iso.datetime().nullable(),
});
export type Message = z.infer<typeof message>;
export const messagePage = page(message);
export const messageQuery = listQuery({ unread: oneOf(['true']).optional() }, ['created_at'], '-created_at');
export type MessageQuery = z.output<typeof messageQuery>;

export const messageCounts = z.object({
  unread: z.int(),
  groups: z.int().describe('Number of unread notifications; those of one event and day count as one.'),
});

/** Notifications to mark as read; all of them when `ids` is missing. */
export const messagesRead = z.object({
  ids: z
    .array(id, 'Введите список сообщений.')
    .min(1, 'Выберите хотя бы одно сообщение.')
    .max(100, 'Не больше 100 сообщений.')
    .optional(),
});
export type MessagesRead = z.output<typeof messagesRead>;

/** Time of day, `22:00`. */
const hour = text({ max: 5 }).refine(
  (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  'Введите время в формате ЧЧ:ММ.',
);
const quiet = z.object({ from: hour, until: hour }, 'Введите часы: начало и конец.');
const LIST = 'Введите список, не больше 100 значений.';
const choice = { event: oneOf(MESSAGE_EVENTS), channel: oneOf(MESSAGE_CHANNELS), mode: oneOf(MESSAGE_MODES) };

/** State of the caller's chat with a bot. `former`: linked with a bot that is no longer in use. */
export const TELEGRAM_LINKS = ['none', 'linked', 'former'] as const;
export type TelegramLinkState = (typeof TELEGRAM_LINKS)[number];

/** Channels and modes of the caller's notifications. */
export const messageSettings = z.object({
  channels: z.array(
    z.object({
      channel,
      is_set_up: z.boolean().describe('The server can send by the channel.'),
      address: z.string().describe('Address of the caller; empty without one.'),
    }),
  ),
  bots: z
    .array(
      z.object({
        id: z.string(),
        name: z.string().describe('User name without @; empty while unknown.'),
        organization: z.string().describe('Organization that uses the bot; empty for the bot of the server.'),
        link: z.enum(TELEGRAM_LINKS),
      }),
    )
    .describe('Telegram bots that can write to the caller.'),
  choices: z.array(z.object({ event: z.enum(MESSAGE_EVENTS), channel, mode: z.enum(MESSAGE_MODES) })),
  quiet: z.object({ from: z.string(), until: z.string() }).nullable().describe('Quiet hours.'),
  time_zone: z.string(),
});
export type MessageSettings = z.infer<typeof messageSettings>;

export const messageSettingsPatch = changes({
  choices: z.array(changes(choice, 'Введите выбор: событие, канал и способ.'), LIST).max(100, LIST),
  quiet: changes(quiet.shape, 'Введите часы: начало и конец.').nullable(),
}).partial();
export type MessageSettingsPatch = z.output<typeof messageSettingsPatch>;

/** One of the bots of `messageSettings`. Default: the first one, or all when chats are unlinked. */
export const telegramQuery = queryParameters({
  bot: z
    .string({ error: 'Введите номер бота.' })
    .regex(/^\d{1,20}$/, 'Введите номер бота.')
    .optional(),
});
export type TelegramQuery = z.output<typeof telegramQuery>;

/** One-time address that links the caller to the bot in Telegram. */
export const telegramLink = z.object({ url: z.string(), expires_at: z.iso.datetime() });
export type TelegramLink = z.infer<typeof telegramLink>;

/** Delivery state of a message in one channel. */
export const DELIVERY_STATUSES = ['waiting', 'sent', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const DELIVERY_STATUS_LABELS: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'В очереди',
  sent: 'Отправлено',
  failed: 'Не доставлено',
};

/** A message in one channel, for the owner of the organization. */
export const delivery = z.object({
  id: z.uuid(),
  channel,
  event,
  to: z.string().describe('Name or masked address of the recipient.'),
  address: z.string(),
  title: z.string(),
  text: z.string().describe('Empty for text that only the recipient may read.'),
  status: z.enum(DELIVERY_STATUSES),
  problem: z.string(),
  attempts: z.int(),
  due_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** `is_rehearsal`: the server sends nothing, and this list shows all messages that it would send. */
export const deliveryPage = page(delivery).extend({ is_rehearsal: z.boolean() });
export const deliveryQuery = listQuery(
  { status: commaList(oneOf(DELIVERY_STATUSES)), channel: commaList(oneOf(MESSAGE_CHANNELS)) },
  ['created_at'],
  '-created_at',
);
export type DeliveryQuery = z.output<typeof deliveryQuery>;
