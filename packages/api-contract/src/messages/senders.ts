import { z } from 'zod';
import type { RouteContract } from '../base/route.ts';
import { email } from '../values/email.ts';
import { optionalPassword, password, text } from '../values/text.ts';
import { integer, oneOf } from '../values/values.ts';
import { TELEGRAM_LINKS } from './messages.ts';

/** Encryption of the connection to a mail server: from the start, or after STARTTLS. */
export const MAIL_ENCRYPTIONS = ['tls', 'starttls'] as const;
export type MailEncryption = (typeof MAIL_ENCRYPTIONS)[number];
export const MAIL_ENCRYPTION_LABELS: Readonly<Record<MailEncryption, string>> = {
  tls: 'TLS',
  starttls: 'STARTTLS',
};
/** Usual port of a mail server by its encryption. */
export const MAIL_PORTS: Readonly<Record<MailEncryption, number>> = { tls: 465, starttls: 587 };

/** `server`: settings of the server. `organization`: settings saved in the dashboard. */
const SENDER_SOURCES = ['none', 'organization', 'server'] as const;

/** Settings for sending messages. Secrets are never returned. */
export const senders = z.object({
  test_address: z.string().describe('E-mail of the profile; may be empty.'),
  carries_codes: z.boolean().describe('Account codes are sent with these settings.'),
  email: z.object({
    source: z.enum(SENDER_SOURCES),
    host: z.string(),
    port: z.int(),
    encryption: z.enum(MAIL_ENCRYPTIONS),
    user: z.string(),
    has_password: z.boolean(),
    is_unreadable: z.boolean().describe('The password cannot be decrypted.'),
    from_address: z.string(),
    from_name: z.string(),
  }),
  telegram: z.object({
    source: z.enum(SENDER_SOURCES),
    bot_id: z.string().describe('Id of the bot; empty without a bot.'),
    bot: z.string().describe('User name of the bot without @; empty while unknown.'),
    is_unreadable: z.boolean().describe('The token cannot be decrypted.'),
    link: z.enum(TELEGRAM_LINKS).describe("State of the caller's chat with the bot."),
  }),
});
export type Senders = z.infer<typeof senders>;

const HOST = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/** Mail server of an organization. `password` is the password of the caller's account. */
export const emailSender = z.object({
  host: text({ max: 253 }).refine((value) => HOST.test(value), 'Введите адрес почтового сервера.'),
  port: integer({ min: 1, max: 65_535 }),
  encryption: oneOf(MAIL_ENCRYPTIONS),
  user: text({ max: 254, blank: true }),
  smtp_password: optionalPassword.optional().describe('An empty value keeps the saved password.'),
  from_address: email.refine((value) => value !== '', 'Введите адрес отправителя.'),
  from_name: text({ max: 120, blank: true }),
  password,
});
export type EmailSender = z.output<typeof emailSender>;

const TOKEN = /^\d{1,20}:[\w-]{1,100}$/;

/** Telegram bot of an organization. `password` is the password of the caller's account. */
export const telegramSender = z.object({
  bot_token: text({ max: 200 }).refine(
    (value) => TOKEN.test(value),
    'Введите токен целиком: цифры, двоеточие и ключ.',
  ),
  password,
});
export type TelegramSender = z.output<typeof telegramSender>;

/** Result of a test message. */
export const senderTest = z.object({
  is_sent: z.boolean(),
  problem: z.string().describe('Error in Russian; empty when the message was sent.'),
});
export type SenderTest = z.infer<typeof senderTest>;

const PATH = '/api/referral/senders/';
const EMAIL = `${PATH}email/` as const;
const TELEGRAM = `${PATH}telegram/` as const;
const access = ['organization'] as const;

export const senderRoutes = {
  senders: { method: 'GET', path: PATH, name: 'Settings of mail and Telegram', access, response: senders },
  setEmailSender: {
    method: 'POST',
    path: EMAIL,
    name: 'Mail server of the organization',
    access,
    body: emailSender,
    response: senders,
  },
  removeEmailSender: {
    method: 'DELETE',
    path: EMAIL,
    name: 'Removal of the mail server',
    access,
    status: 204,
    response: z.undefined(),
  },
  testEmailSender: {
    method: 'POST',
    path: `${EMAIL}test/`,
    name: 'Test message by e-mail',
    access,
    response: senderTest,
  },
  setTelegramSender: {
    method: 'POST',
    path: TELEGRAM,
    name: 'Telegram bot of the organization',
    access,
    body: telegramSender,
    response: senders,
  },
  removeTelegramSender: {
    method: 'DELETE',
    path: TELEGRAM,
    name: 'Removal of the Telegram bot',
    access,
    status: 204,
    response: z.undefined(),
  },
  testTelegramSender: {
    method: 'POST',
    path: `${TELEGRAM}test/`,
    name: 'Test message by Telegram',
    access,
    response: senderTest,
  },
} as const satisfies Record<string, RouteContract>;
