import { isIP } from 'node:net';
import { MAIL_PORTS, type MailEncryption } from '@referral-dashboard/api-contract';
import { PrivateHost, UnknownHost } from '../../platform/public-address.ts';
import { type Brand, type Channel, type Outcome, SEND_TIMEOUT_MS } from './channel.ts';
import { renderMarkup, renderPlainText } from './email-content.ts';

/** A mail server and its credentials; `user` is empty for a server without sign-in. */
export type MailServer = {
  host: string;
  port: number;
  encryption: MailEncryption;
  user: string;
  password: string;
};

/** Name and address of the sender. */
export type MailFrom = { name: string; address: string };

export type EmailSettings = {
  /** `smtps://user:password@host:465` or `smtp://host:587`. The latter requires STARTTLS except on localhost. */
  url: string;
  from: MailFrom;
};

/** Pattern of exactly one address, without characters that separate or quote addresses. */
const PLAIN = /^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/;

/** SMTP codes for a refused user name or password. */
const SIGN_IN_REFUSED = new Set([530, 534, 535, 538]);

/** E-mail channel of the server's settings. A message of an organization has its name as the sender. */
export const email = ({ url, from }: EmailSettings): Channel =>
  mail(parseServer(url), from, { getSenderName: (brand) => brand?.name ?? from.name });

function parseServer(url: string): MailServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const encryption = protocol === 'smtps:' ? 'tls' : 'starttls';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || MAIL_PORTS[encryption],
    encryption,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}

/**
 * E-mail channel by SMTP, with text and HTML. The Message-ID contains the message id, so that duplicates can be recognized.
 *
 * `addressOf` resolves the host to the address of the connection. Default: the resolver of the system.
 * `getSenderName` returns the name of the sender. Default: the name in `from`, or else the name of the organization.
 */
export function mail(
  server: MailServer,
  from: MailFrom,
  {
    addressOf = async (host: string) => host,
    getSenderName = (brand: Brand | undefined) => from.name || (brand?.name ?? ''),
  } = {},
): Channel {
  let transport: ReturnType<typeof connect> | undefined;
  const domain = from.address.split('@')[1] ?? 'localhost';
  const close = (current = transport) => {
    current?.then((connection) => connection.close()).catch(() => undefined);
    if (current === transport) transport = undefined;
  };

  return {
    channel: 'email',
    sender: from.address,
    isRehearsal: false,
    isRepeatable: true,
    atOnce: 3,
    async send(message) {
      const { id, to, title } = message;
      if (!PLAIN.test(to)) return { kind: 'refused', problem: 'Неверный адрес электронной почты.' };
      transport ??= addressOf(server.host).then((address) => connect(server, address));
      const current = transport;
      try {
        await (await current).sendMail({
          from: { name: getSenderName(message.brand), address: from.address },
          to: { name: '', address: to },
          subject: title.replace(/\s+/g, ' '),
          messageId: `<${id}@${domain}>`,
          text: renderPlainText(message),
          html: renderMarkup(message),
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { kind: 'sent' };
      } catch (error) {
        const outcome = toOutcome(error);
        // Closed, so that the next attempt resolves the host again.
        if (outcome.kind === 'down') close(current);
        return outcome;
      }
    },
    close: () => close(),
  };
}

/** Opens a connection pool. The library is loaded with the first message to keep the start of the server fast. */
async function connect({ host, port, encryption, user, password }: MailServer, address: string) {
  const { createTransport } = await import('nodemailer');
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(host);
  const secure = encryption === 'tls';
  return createTransport({
    secure,
    host: address,
    port,
    requireTLS: !secure && !isLocal,
    ignoreTLS: !secure && isLocal,
    // The certificate is issued for the host name, not for the resolved address.
    ...(isIP(host) === 0 && { tls: { servername: host } }),
    ...(user !== '' && { auth: { user, pass: password } }),
    pool: true,
    maxConnections: 3,
    connectionTimeout: SEND_TIMEOUT_MS,
    greetingTimeout: SEND_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const down = (problem: string): Outcome => ({ kind: 'down', problem });

function toOutcome(error: unknown): Outcome {
  const { responseCode, code, command } = Object(error) as {
    responseCode?: number;
    code?: string;
    command?: string;
  };
  if (code === 'EAUTH' || (responseCode !== undefined && SIGN_IN_REFUSED.has(responseCode)))
    return down('Почтовый сервер не принимает имя или пароль.');
  if (responseCode === undefined) return down(connectionProblem(error, code));
  if (responseCode >= 500)
    return command === 'MAIL FROM'
      ? down(`Почтовый сервер не принимает адрес отправителя (код ${responseCode}).`)
      : { kind: 'refused', problem: `Почтовый сервер отказал получателю (код ${responseCode}).` };
  return { kind: 'failed', problem: `Почтовый сервер просит повторить позже (код ${responseCode}).` };
}

/** Russian message for a connection error. The library replaces error codes of Node, so some causes appear in the message only. */
function connectionProblem(error: unknown, code: string | undefined): string {
  const message = error instanceof Error ? error.message : '';
  if (error instanceof PrivateHost)
    return 'Почтовый сервер находится во внутренней сети. Такой адрес может разрешить только администратор сервера.';
  if (error instanceof UnknownHost || code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message))
    return 'Почтовый сервер не найден. Проверьте его адрес.';
  if (/certificate|altnames/i.test(message)) return 'Сертификат почтового сервера не прошел проверку.';
  if (code === 'ETLS' || /wrong version number|STARTTLS|SSL routines/i.test(message))
    return 'Почтовый сервер не поддерживает выбранное шифрование. Проверьте шифрование и порт.';
  if (/ECONNREFUSED/.test(message)) return 'Почтовый сервер не принимает соединение. Проверьте порт.';
  if (code === 'ETIMEDOUT' || /ETIMEDOUT/.test(message))
    return 'Почтовый сервер не ответил вовремя. Проверьте адрес и порт.';
  return 'Почтовый сервер не отвечает.';
}
