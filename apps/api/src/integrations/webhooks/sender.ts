import { isIP } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { addressesToConnect, PrivateHost, type ResolveHost } from '../../platform/public-address.ts';

/** Time limit of a request with its response, in milliseconds. */
const LIMIT_MS = 10_000;
/** Maximum number of bytes that are read from a response. */
const MAX_READ = 64 * 1024;
/** Number of bytes of a response that are stored. */
const MAX_STORED = 2048;

export type SenderSettings = {
  /** Allows private addresses, and HTTP without TLS. For development and tests. */
  arePrivateHostsAllowed: boolean;
  /** Resolves host names. Default: the resolver of the system. */
  resolveHost?: ResolveHost | undefined;
};

/** Result of a request. `status` is null without a response. `problem` is empty for a delivered event. */
export type SentResult = { status: number | null; response: string; problem: string; durationMs: number };

export type Sender = ReturnType<typeof createSender>;

const hostOf = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/**
 * Sends webhooks. Each connection resolves the host, refuses it when one of its addresses is private, and connects to a checked address.
 * Redirects are not followed.
 */
export function createSender({ arePrivateHostsAllowed, resolveHost }: SenderSettings) {
  const resolve = (host: string) => addressesToConnect(host, arePrivateHostsAllowed, resolveHost);
  const connect = buildConnector({
    timeout: LIMIT_MS,
    lookup: (host, options, done) => {
      resolve(host).then(
        (addresses) =>
          options.all ? done(null, addresses) : done(null, addresses[0].address, addresses[0].family),
        (error: NodeJS.ErrnoException) => done(error, '', 0),
      );
    },
  });
  const agent = new Agent({
    // A name goes through `lookup`; a literal address does not.
    connect(options, done) {
      const host = hostOf(options.hostname);
      if (isIP(host) === 0) return connect(options, done);
      resolve(host).then(
        () => connect(options, done),
        (error: Error) => done(error, null),
      );
    },
  });

  async function post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
    const response = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      // Leaving the loop closes the connection.
      if (size >= MAX_READ) break;
    }
    return { status: response.statusCode, text: Buffer.concat(chunks).subarray(0, MAX_STORED) };
  }

  return {
    /** @returns why events cannot be sent to a URL, in Russian; undefined when they can. A host without an address is accepted. */
    async findProblem(url: string): Promise<string | undefined> {
      const { protocol, hostname, username, password } = new URL(url);
      if (username !== '' || password !== '') return 'Уберите из адреса имя и пароль.';
      if (protocol !== 'https:' && !arePrivateHostsAllowed)
        return 'Нужен защищенный адрес вида https://example.ru.';
      const error = await resolve(hostOf(hostname)).catch((reason: unknown) => reason);
      return error instanceof PrivateHost ? PRIVATE : undefined;
    },

    /** Sends a signed event. Errors are part of the result, except after `stop`. @throws the reason of `stop`. */
    async send(
      url: string,
      headers: Record<string, string>,
      body: string,
      stop?: AbortSignal,
    ): Promise<SentResult> {
      const startedAt = performance.now();
      const timeout = AbortSignal.timeout(LIMIT_MS);
      const getDuration = () => Math.round(performance.now() - startedAt);
      try {
        const { status, text } = await post(
          url,
          { ...headers, 'content-type': 'application/json', 'user-agent': 'referral-dashboard-webhooks' },
          body,
          stop === undefined ? timeout : AbortSignal.any([timeout, stop]),
        );
        return {
          status,
          response: toText(text),
          problem: describeStatus(status),
          durationMs: getDuration(),
        };
      } catch (error) {
        stop?.throwIfAborted();
        return {
          status: null,
          response: '',
          problem: timeout.aborted ? TOO_SLOW : describeError(error),
          durationMs: getDuration(),
        };
      }
    },

    close: () => agent.destroy(),
  };
}

const PRIVATE = 'Адрес находится во внутренней сети. Укажите адрес, доступный из интернета.';
const TOO_SLOW = 'Нет ответа за 10 секунд.';

/** PostgreSQL stores no zero bytes. A character that the limit cuts is dropped. */
const toText = (bytes: Buffer) =>
  bytes
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\ufffd+$/, '');

function describeStatus(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400) return `Ответ ${status}: перенаправления не выполняются.`;
  return `Ответ ${status}.`;
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Сервер не принимает соединения.',
  ECONNRESET: 'Сервер закрыл соединение.',
  UND_ERR_SOCKET: 'Сервер закрыл соединение.',
  UND_ERR_CONNECT_TIMEOUT: TOO_SLOW,
  ENOTFOUND: 'Такого адреса нет.',
  EAI_AGAIN: 'Адрес не определяется.',
};

function describeError(error: unknown): string {
  if (error instanceof PrivateHost) return PRIVATE;
  const { code, name, cause } = Object(error) as { code?: unknown; name?: unknown; cause?: unknown };
  if (name === 'UnknownHost') return CODES['ENOTFOUND'] ?? '';
  if (typeof code === 'string' && code in CODES) return CODES[code] ?? '';
  if (typeof code === 'string' && /CERT|TLS|SSL|SIGNATURE|ALTNAME/.test(code))
    return 'Сертификат сервера не подходит.';
  return cause === undefined ? 'Не удалось соединиться с сервером.' : describeError(cause);
}
