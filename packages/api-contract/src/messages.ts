import { z } from 'zod';
import { MESSAGE_CHANNELS, MESSAGE_EVENTS, MESSAGE_MODES } from './message-events.ts';
import { commaList, listQuery, page } from './pagination.ts';
import { text } from './text.ts';
import { changes, id, oneOf, parameters } from './values.ts';

const event = z.enum([...MESSAGE_EVENTS, 'direct']);
const channel = z.enum(MESSAGE_CHANNELS);

/** A message of the caller's bell. */
export const message = z.object({
  id: z.uuid(),
  event,
  title: z.string(),
  text: z.string(),
  path: z.string().describe('Path of the page it is about; empty without one.'),
  created_at: z.iso.datetime(),
  read_at: z.iso.datetime().nullable(),
});
export type Message = z.infer<typeof message>;
export const messagePage = page(message);
export const messageQuery = listQuery({ unread: oneOf(['true']).optional() }, ['created_at'], '-created_at');
export type MessageQuery = z.output<typeof messageQuery>;

export const messageCounts = z.object({
  unread: z.int(),
  groups: z.int().describe('Unread messages of one event and day, counted as one.'),
});

/** Messages that were read; all of them when none is named. */
export const messagesRead = z.object({
  ids: z
    .array(id, 'Введите список сообщений.')
    .min(1, 'Выберите хотя бы одно сообщение.')
    .max(100, 'Не более 100 сообщений.')
    .optional(),
});
export type MessagesRead = z.output<typeof messagesRead>;

/** Hour and minute, `22:00`. */
const hour = text({ max: 5 }).refine(
  (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  'Введите время в формате ЧЧ:ММ.',
);
const quiet = z.object({ from: hour, until: hour }, 'Введите часы: начало и конец.');
const LIST = 'Введите список, не более 100 значений.';
const choice = { event: oneOf(MESSAGE_EVENTS), channel: oneOf(MESSAGE_CHANNELS), mode: oneOf(MESSAGE_MODES) };

/** Chat of the caller with a bot: none, linked, or linked with a bot that is no longer in use. */
export const TELEGRAM_LINKS = ['none', 'linked', 'former'] as const;
export type TelegramLinkState = (typeof TELEGRAM_LINKS)[number];

/** Channels and choices of the caller's messages. */
export const messageSettings = z.object({
  channels: z.array(
    z.object({
      channel,
      is_set_up: z.boolean().describe('The server sends by it.'),
      address: z.string().describe('Where it reaches the caller; empty when it does not.'),
    }),
  ),
  bots: z
    .array(
      z.object({
        id: z.string(),
        name: z.string().describe('User name without @; empty while it is unknown.'),
        organization: z.string().describe('Whose messages it sends; empty for the bot of the server.'),
        link: z.enum(TELEGRAM_LINKS),
      }),
    )
    .describe('Telegram bots that may write to the caller.'),
  choices: z.array(z.object({ event: z.enum(MESSAGE_EVENTS), channel, mode: z.enum(MESSAGE_MODES) })),
  quiet: z.object({ from: z.string(), until: z.string() }).nullable().describe('Hours without messages.'),
  time_zone: z.string(),
});
export type MessageSettings = z.infer<typeof messageSettings>;

export const messageSettingsPatch = changes({
  choices: z.array(changes(choice, 'Введите выбор: событие, канал и способ.'), LIST).max(100, LIST),
  quiet: changes(quiet.shape, 'Введите часы: начало и конец.').nullable(),
}).partial();
export type MessageSettingsPatch = z.output<typeof messageSettingsPatch>;

/** One of the bots of `messageSettings`. Left out: the first one, or every link when links end. */
export const telegramQuery = parameters({
  bot: z
    .string({ error: 'Введите номер бота.' })
    .regex(/^\d{1,20}$/, 'Введите номер бота.')
    .optional(),
});
export type TelegramQuery = z.output<typeof telegramQuery>;

/** Address at which Telegram links the caller to the bot, once. */
export const telegramLink = z.object({ url: z.string(), expires_at: z.iso.datetime() });
export type TelegramLink = z.infer<typeof telegramLink>;

/** State of a message on its way by one channel. */
export const DELIVERY_STATUSES = ['waiting', 'sent', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const DELIVERY_STATUS_LABELS: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'В очереди',
  sent: 'Отправлено',
  failed: 'Не доставлено',
};

/** One message by one channel, as the owner of the organization reads it. */
export const delivery = z.object({
  id: z.uuid(),
  channel,
  event,
  to: z.string().describe('Name, or masked address, of whom it is for.'),
  address: z.string(),
  title: z.string(),
  text: z.string().describe('Empty for what only its reader may know.'),
  status: z.enum(DELIVERY_STATUSES),
  problem: z.string(),
  attempts: z.int(),
  due_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** `is_rehearsal`: nothing leaves this server, all that would is to be read here. */
export const deliveryPage = page(delivery).extend({ is_rehearsal: z.boolean() });
export const deliveryQuery = listQuery(
  { status: commaList(oneOf(DELIVERY_STATUSES)), channel: commaList(oneOf(MESSAGE_CHANNELS)) },
  ['created_at'],
  '-created_at',
);
export type DeliveryQuery = z.output<typeof deliveryQuery>;
