import { html } from '../../../platform/html.ts';
import { type Channel, type Letter, type Outcome, PATIENCE_MS } from './channel.ts';

export type EmailSettings = {
  /** `smtps://user:password@host:465` or `smtp://host:587`, which is encrypted everywhere but on this machine. */
  url: string;
  from: { name: string; address: string };
};

/** One address, with nothing in it that a mail server could read as another. */
const PLAIN = /^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/;

/** Refusals of this sender and not of this reader: the password, or the sender's address. */
const OURS = new Set([530, 534, 535, 538]);

/** E-mail by SMTP: text and HTML. The Message-ID is that of the letter, so that a repetition can be told from another letter. */
export function email({ url, from }: EmailSettings): Channel {
  let transport: ReturnType<typeof connect> | undefined;
  const domain = from.address.split('@')[1] ?? 'localhost';

  return {
    channel: 'email',
    sender: from.address,
    isRehearsal: false,
    isRepeatable: true,
    atOnce: 3,
    async send({ id, to, title, text, url: page }) {
      if (!PLAIN.test(to)) return { kind: 'refused', problem: 'Неверный адрес электронной почты.' };
      const letter = { title, text, url: page };
      try {
        transport ??= connect(url);
        await (await transport).sendMail({
          from,
          to: { name: '', address: to },
          subject: title.replace(/\s+/g, ' '),
          messageId: `<${id}@${domain}>`,
          text: plainOf(letter),
          html: markupOf(letter),
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** Connections to a mail server. The library is read with the first letter, and not by every start. */
async function connect(url: string) {
  const { createTransport } = await import('nodemailer');
  const server = new URL(url);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(server.hostname);
  const secure = server.protocol === 'smtps:';
  return createTransport({
    secure,
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: Number(server.port) || (secure ? 465 : 587),
    requireTLS: !secure && !isLocal,
    ignoreTLS: !secure && isLocal,
    ...(server.username !== '' && {
      auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) },
    }),
    pool: true,
    maxConnections: 3,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function outcomeOf(error: unknown): Outcome {
  const { responseCode, code } = Object(error) as { responseCode?: number; code?: string };
  if (code === 'EAUTH' || (responseCode !== undefined && OURS.has(responseCode)))
    return { kind: 'down', problem: 'Почтовый сервер не принимает имя или пароль.' };
  if (responseCode === undefined) return { kind: 'down', problem: 'Почтовый сервер не отвечает.' };
  if (responseCode >= 500)
    return { kind: 'refused', problem: `Почтовый сервер отказал получателю (код ${responseCode}).` };
  return { kind: 'failed', problem: `Почтовый сервер просит повторить позже (код ${responseCode}).` };
}

type Shown = Pick<Letter, 'title' | 'text' | 'url'>;

const plainOf = ({ text, url }: Shown) => (url === null ? text : `${text}\n\n${url}`);

const markupOf = ({ title, text, url }: Shown) =>
  html`<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="margin:0;padding:24px;background:#f6f9fa;color:#162125;font:16px/1.5 Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border:1px solid #d4dadd;border-radius:12px">
<h1 style="margin:0 0 12px;font-size:20px">${title}</h1>
${text.split('\n').map((line) => html`<p style="margin:0 0 12px">${line}</p>`)}
${url !== null && html`<p style="margin:16px 0 0"><a href="${url}" style="color:#07747e">Открыть</a></p>`}
</div></body></html>`.markup;
