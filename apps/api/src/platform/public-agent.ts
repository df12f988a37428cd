import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { addressesToConnect, PrivateHost, type ResolveHost } from './public-address.ts';

/** Time limit of a request with its response, in milliseconds. */
export const REQUEST_LIMIT_MS = 10_000;

export type PublicAgentSettings = {
  /** Allows private addresses, and HTTP without TLS. For development and tests. */
  arePrivateHostsAllowed: boolean;
  /** Resolves host names. Default: the resolver of the system. */
  resolveHost?: ResolveHost | undefined;
};

const hostOf = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/**
 * Connections to URLs that users enter. Each connection resolves the host, refuses it when one of its addresses is private, and connects to a
 * checked address.
 */
export function createPublicAgent({ arePrivateHostsAllowed, resolveHost }: PublicAgentSettings) {
  const resolve = (host: string) => addressesToConnect(host, arePrivateHostsAllowed, resolveHost);
  const connect = buildConnector({
    timeout: REQUEST_LIMIT_MS,
    lookup: (host, options, done) => {
      resolve(host).then(
        (addresses) =>
          options.all ? done(null, addresses) : done(null, addresses[0].address, addresses[0].family),
        (error: NodeJS.ErrnoException) => done(error, '', 0),
      );
    },
  });
  const dispatcher = new Agent({
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

  return {
    /** Pass it to the requests of undici. It does not follow redirects. */
    dispatcher,

    /** @returns why requests cannot be sent to a URL, in Russian; undefined when they can. A host without an address is accepted. */
    async findProblem(url: string): Promise<string | undefined> {
      const { protocol, hostname, username, password } = new URL(url);
      if (username !== '' || password !== '') return 'Уберите из адреса имя и пароль.';
      if (protocol !== 'https:' && !arePrivateHostsAllowed)
        return 'Нужен защищенный адрес вида https://example.ru.';
      const error = await resolve(hostOf(hostname)).catch((reason: unknown) => reason);
      return error instanceof PrivateHost ? PRIVATE : undefined;
    },

    close: () => dispatcher.destroy(),
  };
}

/** Reads at most `max` bytes of a response. The rest is not read, and the connection is closed. */
export async function readBody(body: AsyncIterable<unknown>, max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk as Uint8Array);
    chunks.push(bytes);
    size += bytes.length;
    // Leaving the loop closes the connection.
    if (size >= max) break;
  }
  return Buffer.concat(chunks);
}

const PRIVATE = 'Адрес находится во внутренней сети. Укажите адрес, доступный из интернета.';
export const TOO_SLOW = 'Нет ответа за 10 секунд.';

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Сервер не принимает соединения.',
  ECONNRESET: 'Сервер закрыл соединение.',
  UND_ERR_SOCKET: 'Сервер закрыл соединение.',
  UND_ERR_CONNECT_TIMEOUT: TOO_SLOW,
  ENOTFOUND: 'Такого адреса нет.',
  EAI_AGAIN: 'Адрес не определяется.',
};

const NO_CONNECTION = ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND', 'EAI_AGAIN'];

/** Returns true when a request failed before its connection was open, so that the receiver did not get it. */
export const hasNoConnection = (error: unknown) =>
  error instanceof PrivateHost || NO_CONNECTION.includes(String(Object(error).code));

/** Returns why a request got no response, in Russian. */
export function describeError(error: unknown): string {
  if (error instanceof PrivateHost) return PRIVATE;
  const { code, name, cause } = Object(error) as { code?: unknown; name?: unknown; cause?: unknown };
  if (name === 'UnknownHost') return CODES['ENOTFOUND'] ?? '';
  if (typeof code === 'string' && code in CODES) return CODES[code] ?? '';
  if (typeof code === 'string' && /CERT|TLS|SSL|SIGNATURE|ALTNAME/.test(code))
    return 'Сертификат сервера не подходит.';
  return cause === undefined ? 'Не удалось соединиться с сервером.' : describeError(cause);
}
