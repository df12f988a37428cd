import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = { to: string[]; from: string; subject: string; text: string };

export type MailServerOptions = {
  /** Called for each message before it is acknowledged, with the number of messages so far. */
  onMessage?: (count: number) => unknown;
  /** Password of every user. Without it, the server offers no sign-in. */
  password?: string;
  /** Implicit TLS with the self-signed certificate of the library. */
  isTls?: boolean;
};

/** Starts a local mail server that keeps the messages it receives. */
export async function mailServer({ onMessage, password, isTls = false }: MailServerOptions = {}) {
  const ids: string[] = [];
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    secure: isTls,
    disabledCommands: ['STARTTLS', ...(password === undefined ? ['AUTH'] : [])],
    allowInsecureAuth: true,
    logger: false,
    onAuth: (credentials, _session, done) =>
      credentials.password === password
        ? done(null, { user: credentials.username ?? '' })
        : done(Object.assign(new Error('no'), { responseCode: 535 })),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const raw = Buffer.concat(parts).toString();
        ids.push(/^Message-ID: <(.+)@/im.exec(raw)?.[1] ?? '');
        onMessage?.(ids.length);
        const { from, subject = '', text = '' } = await PostalMime.parse(raw);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, subject, text, from: `${from?.name} <${from?.address}>` });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  server.on('error', () => undefined);
  const { port } = server.server.address() as AddressInfo;
  return {
    /** Message-IDs in order of arrival. */
    ids,
    received,
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** Stops the server without waiting for sessions of killed processes. */
    close: () => void server.close(() => undefined),
  };
}
